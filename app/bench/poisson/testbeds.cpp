// Our solver and its peers in the testbed of a machine.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "app/bench/fft/testbeds.hpp"
#include "app/bench/poisson/testbeds.hpp"
#include "app/run/fft_wisdom.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/poisson/program/machine_solver.hpp"

namespace tobiuo::poisson_bench {
namespace {

using poisson::Problem;

class Ours final : public bench::Transform {
public:
    Ours(const Problem& problem, Backend backend, Stream stream, const HostSettings& settings = {})
        : stream_{stream},
          solver_{problem, backend, {.effort = settings.effort, .threads = settings.threads}}
    {
        warn_of_unused(solver_.choices());
    }

    void execute(void* in, void* out) override
    {
        solver_.solve(static_cast<const void*>(in), out, stream_);
    }

    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override
    {
        return static_cast<std::int64_t>(solver_.workspace_bytes());
    }
    [[nodiscard]] std::string version() const override { return ""; }
    [[nodiscard]] std::string describe() const override { return solver_.describe(); }

private:
    Stream stream_;
    poisson::MachineSolver solver_;
};

/// A testbed in which the implementations of make(name, stream) solve for f.
std::unique_ptr<bench::Testbed> testbed_of(std::unique_ptr<const runtime::Machine> machine,
                                           const Bytes& f, bench::MakePlan make)
{
    return std::make_unique<bench::Testbed>(
        std::move(machine),
        bench::TestbedArrays{.input = f, .output_bytes = f.size(), .keeps_input = true},
        std::move(make));
}

}  // namespace

std::unique_ptr<bench::Testbed> make_host_testbed(const Problem& problem, const Bytes& f,
                                                  const HostSettings& settings)
{
    const auto make = [problem, settings](const std::string& name,
                                          Stream stream) -> std::unique_ptr<bench::Transform> {
        if (name == "ours") {
            return std::make_unique<Ours>(problem, Backend::cpu, stream, settings);
        }
        if (name == "fftw") {
            return make_fftw_peer(problem, settings);
        }
        throw bench::NotPlanned{"it does not run on the host"};
    };
    return testbed_of(runtime::make_host_machine(), f, make);
}

std::unique_ptr<bench::Testbed> make_device_testbed(int device, const Problem& problem,
                                                    const Bytes& f)
{
    runtime::select_device(device);
    const auto make = [device, problem](const std::string& name,
                                        Stream stream) -> std::unique_ptr<bench::Transform> {
        if (name == "ours") {
            return std::make_unique<Ours>(problem, Backend::cuda, stream);
        }
        return make_library_peer(name, problem, device, stream);
    };
    return testbed_of(runtime::make_cuda_machine(), f, make);
}

std::unique_ptr<bench::Testbed> make_opencl_testbed(const Problem& problem, const Bytes& f)
{
    const auto make = [problem](const std::string& name,
                                Stream stream) -> std::unique_ptr<bench::Transform> {
        if (name != "ours") {
            throw bench::NotPlanned{"it does not run with OpenCL"};
        }
        return std::make_unique<Ours>(problem, Backend::opencl, stream);
    };
    return testbed_of(runtime::make_opencl_machine(), f, make);
}

Bytes random_right_hand_side(const Problem& problem)
{
    return fft_bench::random_input({.lengths = {poisson::points(problem)},
                                    .kind = fft::Kind::r2c,
                                    .direction = fft::Direction::forward,
                                    .precision = problem.precision,
                                    .placement = fft::Placement::out_of_place,
                                    .batch = 1});
}

}  // namespace tobiuo::poisson_bench
