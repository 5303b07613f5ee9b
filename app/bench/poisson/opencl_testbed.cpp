// Our solver by OpenCL in the testbed of the chosen OpenCL device.
#include "app/bench/poisson/testbeds.hpp"
#include "app/run/fft_wisdom.hpp"
#include "solvers/poisson/opencl/opencl_solver.hpp"

namespace tobiuo::poisson_bench {
namespace {

using poisson::Problem;

class OursByOpencl final : public bench::Transform {
public:
    explicit OursByOpencl(const Problem& problem) : solver_{problem}
    {
        warn_of_unused(solver_.choices());
    }

    /// The addresses are those of buffers.
    void execute(void* in, void* out) override
    {
        solver_.solve(static_cast<cl_mem>(in), static_cast<cl_mem>(out));
    }
    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override
    {
        return static_cast<std::int64_t>(solver_.workspace_bytes());
    }
    [[nodiscard]] std::string version() const override { return ""; }
    [[nodiscard]] std::string describe() const override { return solver_.describe(); }

private:
    poisson::OpenclSolver solver_;
};

}  // namespace

std::unique_ptr<bench::Testbed> make_opencl_testbed(const Problem& problem, const Bytes& f)
{
    return std::make_unique<bench::Testbed>(
        runtime::make_opencl_machine(),
        bench::TestbedArrays{.input = f, .output_bytes = f.size(), .keeps_input = true},
        [problem](const std::string& name, Stream /*stream*/) -> std::unique_ptr<bench::Transform> {
            if (name != "ours") {
                throw bench::NotPlanned{"it does not run by OpenCL"};
            }
            return std::make_unique<OursByOpencl>(problem);
        });
}

}  // namespace tobiuo::poisson_bench
