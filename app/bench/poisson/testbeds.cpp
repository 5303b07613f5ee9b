// Our solver and its peers in the testbed of a machine, and the check of their solutions.
#include "app/bench/poisson/testbeds.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "app/bench/fft/testbeds.hpp"
#include "app/run/fft_wisdom.hpp"
#include "runtime/memory/host_array.hpp"
#include "solvers/poisson/check/norms.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "solvers/poisson/program/machine_solver.hpp"

namespace tobiuo::poisson_bench {
namespace {

using poisson::Problem;

class Ours final : public bench::Transform {
public:
    Ours(const Problem& problem, Backend backend, Stream stream, const HostSettings& settings)
        : stream_{stream},
          solver_{problem, backend, {.effort = settings.effort, .threads = settings.threads}}
    {
        warn_of_unused(solver_.choices());
        runtime::wait_for_kernels();
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

template <typename T>
std::span<const T> numbers_of(const Problem& problem, const Bytes& bytes)
{
    return {reinterpret_cast<const T*>(bytes.data()),
            static_cast<std::size_t>(poisson::points(problem))};
}

template <typename T>
poisson::Residual residual(const Problem& problem, std::span<const T> f, std::span<const T> u)
{
    memory::HostArray<T> field{u.size()};
    const double mean = poisson::has_null_space(problem) ? norms_of(problem, f).mean : 0.0;
    return poisson::residual_of(problem, poisson::HostSolver{problem}, f, mean, u, field.span());
}

}  // namespace

std::shared_ptr<const bench::Testbed> make_testbed(const bench::MachineKind& machine, int device,
                                                   const Problem& problem, const Bytes& f,
                                                   const HostSettings& settings)
{
    const auto make = [&machine, device, problem, settings](
                          const std::string& name,
                          Stream stream) -> std::unique_ptr<bench::Transform> {
        if (name == "ours") {
            return std::make_unique<Ours>(problem, machine.backend, stream,
                                          machine.is_device ? HostSettings{} : settings);
        }
        if (machine.has_libraries) {
            return make_library_peer(name, problem, device, stream);
        }
        if (name == "fftw" && !machine.is_device) {
            return make_fftw_peer(problem, settings);
        }
        throw bench::NotPlanned{machine.is_device ? "it does not run with OpenCL"
                                                  : "it does not run on the host"};
    };
    return std::make_shared<bench::Testbed>(
        machine.make(device),
        bench::TestbedArrays{.input = f, .output_bytes = f.size(), .keeps_input = true}, make);
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

poisson::Residual residual_of(const Problem& problem, const Bytes& f, const Bytes& u)
{
    if (problem.precision == Precision::fp32) {
        return residual(problem, numbers_of<float>(problem, f), numbers_of<float>(problem, u));
    }
    return residual(problem, numbers_of<double>(problem, f), numbers_of<double>(problem, u));
}

}  // namespace tobiuo::poisson_bench
