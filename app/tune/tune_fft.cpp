#include "app/tune/tune_fft.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/bench/fft/size.hpp"
#include "app/tune/tune_passes.hpp"
#include "kernels/fft/tune/tune.hpp"

namespace tobiuo {
namespace {

fft::Problem problem_of(const TuneFftOptions& options)
{
    fft::Problem problem{.lengths = fft_bench::reversed(options.lengths)};
    problem.kind = options.kind == "r2c"   ? fft::Kind::r2c
                   : options.kind == "c2r" ? fft::Kind::c2r
                                           : fft::Kind::c2c;
    const bool inverse = problem.kind == fft::Kind::c2r ||
                         (problem.kind == fft::Kind::c2c && options.direction == "inverse");
    problem.direction = inverse ? fft::Direction::inverse : fft::Direction::forward;
    problem.precision = options.precision == "single" ? Precision::fp32 : Precision::fp64;
    problem.placement =
        options.placement == "in-place" ? fft::Placement::in_place : fft::Placement::out_of_place;
    problem.batch = options.batch;
    try {
        fft::validate(problem);
    } catch (const std::invalid_argument& error) {
        throw InputError{{.source = "tune fft", .line = 0, .column = 0}, error.what()};
    }
    return problem;
}

/// A function that does nothing, so that only the passes around it take time.
fft::Pointwise identity()
{
    return {.source =
                "Complex kept(Complex value, const Index& index, const void* data)"
                "{ return value; }",
            .function = "kept"};
}

/// Refuses with OpenCL what only CUDA has.
void validate(const TuneFftOptions& options, const std::vector<Backend>& backends)
{
    const char* only_of_cuda = options.out_of_card  ? "--out-of-card"
                               : options.function   ? "--function"
                               : options.work_array ? "--work-array"
                                                    : nullptr;
    if (only_of_cuda != nullptr && std::ranges::find(backends, Backend::opencl) != backends.end()) {
        throw InputError{{.source = "tune fft", .line = 0, .column = 0},
                         std::string{only_of_cuda} +
                             " does not go with --backends opencl (its plans have no such "
                             "choice): leave one of them out"};
    }
}

}  // namespace

ExitCode tune_fft_command(const TuneFftOptions& options)
{
    const fft::Problem problem = problem_of(options);
    const std::vector<Backend> backends = backends_of(options.passes, Backend::cuda);
    validate(options, backends);
    if (options.out_of_card) {
        return tune_chunks(fft_bench::problem_text(problem) + ", arrays in host memory", problem,
                           options.device_memory, options.passes);
    }
    const auto make = [&](Backend backend) {
        return backend == Backend::opencl ? fft::opencl_tune_subject(problem)
               : options.function         ? fft::tune_subject(problem, identity())
                                          : fft::tune_subject(problem, options.work_array);
    };
    const std::string name =
        fft_bench::problem_text(problem) + (options.function ? ", a function, and back" : "");
    return tune_passes(name, backends, make, options.passes);
}

}  // namespace tobiuo
