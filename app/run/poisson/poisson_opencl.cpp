#include "app/run/poisson/poisson_opencl.hpp"

#include <chrono>
#include <cstdint>
#include <span>

#include "kernels/opencl/buffer.hpp"
#include "kernels/opencl/context.hpp"
#include "kernels/seconds_since.hpp"
#include "solvers/poisson/opencl/opencl_solver.hpp"

namespace tobiuo {
namespace {

/// A solve is timed from its first launch to the end of its last, so that small sizes show the
/// launches as well.
template <typename Real>
class OpenCLEngine final : public PoissonEngine<Real> {
public:
    OpenCLEngine(const poisson::Problem& problem, const PoissonPlace& place)
        : solver_{problem, {.table = table_of(place)}}, f_{bytes_of(problem)}, u_{f_.bytes()}
    {
    }

    void load(std::span<const Real> f, std::span<Real> u) override
    {
        host_u_ = u;
        opencl::write_and_wait(f_, f, queue());
        static_cast<void>(time_and_wait());
    }

    double time_and_wait() override
    {
        const auto start = std::chrono::steady_clock::now();
        solver_.solve(f_.get(), u_.get(), queue());
        opencl::finish(queue());
        return seconds_since(start);
    }

    poisson::Solved fetch_and_wait() override
    {
        opencl::read_and_wait(host_u_, u_, queue());
        return solver_.solved(queue());
    }

    [[nodiscard]] std::string describe() const override { return solver_.describe(); }
    [[nodiscard]] std::vector<fft::Chosen> choices() const override { return solver_.choices(); }
    [[nodiscard]] int memory_passes() const override { return solver_.passes(); }
    [[nodiscard]] std::optional<std::int64_t> device_bytes() const override
    {
        return 2 * f_.bytes() + static_cast<std::int64_t>(solver_.workspace_bytes());
    }

private:
    [[nodiscard]] static cl_command_queue queue() { return opencl::context().queue(); }
    [[nodiscard]] static std::int64_t bytes_of(const poisson::Problem& problem)
    {
        return poisson::points(problem) * static_cast<std::int64_t>(sizeof(Real));
    }

    poisson::OpenclSolver solver_;
    opencl::Buffer f_;
    opencl::Buffer u_;
    std::span<Real> host_u_;
};

}  // namespace

std::optional<std::string> poisson_opencl_unsupported_reason(const poisson::Problem& problem)
{
    return poisson::OpenclSolver::unsupported_reason(problem);
}

PoissonDeviceNeeds poisson_opencl_needs(const poisson::Problem& problem)
{
    const poisson::OpenclSolver::Needs needs = poisson::OpenclSolver::needs(problem);
    return {.bytes = poisson_device_array_bytes(problem) +
                     static_cast<std::int64_t>(needs.workspace_bytes),
            .memory_passes = needs.passes};
}

template <typename Real>
std::unique_ptr<PoissonEngine<Real>> make_opencl_engine(const poisson::Problem& problem,
                                                        const PoissonPlace& place)
{
    return std::make_unique<OpenCLEngine<Real>>(problem, place);
}

template std::unique_ptr<PoissonEngine<float>> make_opencl_engine(const poisson::Problem&,
                                                                  const PoissonPlace&);
template std::unique_ptr<PoissonEngine<double>> make_opencl_engine(const poisson::Problem&,
                                                                   const PoissonPlace&);

}  // namespace tobiuo
