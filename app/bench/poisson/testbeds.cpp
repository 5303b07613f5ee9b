// SPDX-License-Identifier: BSD-3-Clause
// Our solver and its peers in the testbed of a machine, and the check of their solutions.
#include "app/bench/poisson/testbeds.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <tobiuo/poisson/solver.hpp>

#include "app/bench/fft/testbeds.hpp"
#include "app/bench/poisson/open_kernel.hpp"
#include "app/run/fft_wisdom.hpp"
#include "runtime/memory/host_array.hpp"
#include "runtime/ranks/one_rank.hpp"
#include "solvers/poisson/check/norms.hpp"
#include "solvers/poisson/check/residual.hpp"

namespace tobiuo::poisson_bench {
namespace {

using poisson::Problem;

/// Takes f as it is, with all that walls contribute.
class Ours final : public bench::Transform {
public:
    Ours(const BenchProblem& problem, const bench::MachineKind& machine, int threads, Stream stream)
        : stream_{stream},
          on_buffers_{machine.has_buffers},
          solver_{
              problem.problem,
              {.backend = machine.backend,
               .threads = threads,
               .walls_in_f = true,
               .opencl_buffers = on_buffers_,
               .batch = problem.batch > 0 ? std::optional{poisson::Batch{.count = problem.batch}}
                                          : std::nullopt}}
    {
        warn_of_unused(solver_.choices());
    }

    void execute(void* in, void* out) override
    {
        if (on_buffers_) {
            solver_.solve_buffers(in, out, stream_);
        } else if (solver_.problem().precision == Precision::fp32) {
            solver_.solve(static_cast<const float*>(in), static_cast<float*>(out), stream_);
        } else {
            solver_.solve(static_cast<const double*>(in), static_cast<double*>(out), stream_);
        }
    }

    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override
    {
        return static_cast<std::int64_t>(solver_.workspace_bytes());
    }
    [[nodiscard]] std::string version() const override { return ""; }
    [[nodiscard]] std::string describe() const override { return solver_.describe(); }

private:
    Stream stream_;
    bool on_buffers_;
    poisson::Solver solver_;
};

/// The values of problem `number` of a batch.
template <typename T>
std::span<const T> numbers_of(const Problem& problem, const Bytes& bytes, std::int64_t number)
{
    const std::int64_t count = poisson::points(problem);
    return {reinterpret_cast<const T*>(bytes.data()) + number * count,
            static_cast<std::size_t>(count)};
}

template <typename T>
poisson::Residual residual(const Problem& problem, std::span<const T> f, std::span<const T> u)
{
    const ranks::OneRank alone;
    const double mean = poisson::has_null_space(problem) ? norms_of(problem, f).mean : 0.0;
    if (poisson::has_stencil(problem)) {
        return poisson::residual_of(problem, f, mean, u, alone);
    }
    memory::HostArray<T> field{u.size()};
    return poisson::spectral_residual_of<T>(problem, f, mean, u, field.span(), alone);
}

}  // namespace

std::shared_ptr<const bench::Testbed> make_testbed(const bench::MachineKind& machine, int device,
                                                   const BenchProblem& problem, const Bytes& f,
                                                   const HostSettings& settings)
{
    const auto make = [&machine, device, problem, settings](
                          const std::string& name,
                          Stream stream) -> std::unique_ptr<bench::Transform> {
        if (problem.batch > 0 && (machine.has_buffers || name == "fftw")) {
            throw bench::NotPlanned{"it has no batches"};
        }
        if (name == "ours") {
            return std::make_unique<Ours>(problem, machine,
                                          machine.is_device ? 0 : settings.threads, stream);
        }
        if (poisson::eliminated_axis(problem.problem) &&
            (!is_convolution(problem.problem) || problem.problems() > 1)) {
            throw bench::NotPlanned{"it has no such open ends and no stretched axes"};
        }
        if (machine.has_libraries) {
            return make_library_peer(name, problem.problem, device, stream, problem.problems());
        }
        if (name == "fftw" && !machine.is_device) {
            return make_fftw_peer(problem.problem, settings);
        }
        throw bench::NotPlanned{machine.is_device ? "it does not run with OpenCL"
                                                  : "it does not run on the host"};
    };
    return std::make_shared<bench::Testbed>(
        machine.make(device),
        bench::TestbedArrays{.input = f, .output_bytes = f.size(), .keeps_input = true}, make);
}

Bytes random_right_hand_side(const Problem& problem, std::int64_t problems)
{
    return fft_bench::random_input({.lengths = {poisson::points(problem) * problems},
                                    .kind = fft::Kind::r2c,
                                    .direction = fft::Direction::forward,
                                    .precision = problem.precision,
                                    .placement = fft::Placement::out_of_place,
                                    .batch = 1});
}

poisson::Residual residual_of(const Problem& problem, const Bytes& f, const Bytes& u,
                              std::int64_t number)
{
    const auto of = [&]<typename T>(T /*of the precision*/) {
        return residual(problem, numbers_of<T>(problem, f, number),
                        numbers_of<T>(problem, u, number));
    };
    return problem.precision == Precision::fp32 ? of(float{}) : of(double{});
}

poisson::Residual worst_residual_of(const BenchProblem& problem, const Bytes& f, const Bytes& u)
{
    poisson::Residual worst = residual_of(problem.problem, f, u);
    for (std::int64_t number = 1; number < problem.problems(); ++number) {
        const poisson::Residual one = residual_of(problem.problem, f, u, number);
        // A residual that is no number is the worst one.
        worst = one.backward_error <= worst.backward_error ? worst : one;
    }
    return worst;
}

}  // namespace tobiuo::poisson_bench
