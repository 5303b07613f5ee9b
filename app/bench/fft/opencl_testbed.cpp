// Our engine with OpenCL in the testbed of the chosen OpenCL device.
#include "app/bench/fft/testbeds.hpp"
#include "app/run/fft_wisdom.hpp"
#include "kernels/opencl/fft/fft_plan.hpp"
#include "runtime/opencl/context.hpp"

namespace tobiuo::fft_bench {
namespace {

class OursByOpencl final : public bench::Transform {
public:
    OursByOpencl(const fft::Problem& problem, const fft::TunedTable& table)
        : problem_{problem}, plan_{problem, {.table = &table}}
    {
        warn_of_unused(fft::choices_in(plan_.schedule()));
    }

    /// The addresses are those of buffers.
    void execute(void* in, void* out) override
    {
        plan_.execute(static_cast<cl_mem>(in), static_cast<cl_mem>(out));
    }
    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override
    {
        return static_cast<std::int64_t>(plan_.workspace_bytes());
    }
    [[nodiscard]] std::string version() const override
    {
        const opencl::DeviceInfo& device = opencl::context().device();
        return device.name + ", " + device.version;
    }
    [[nodiscard]] std::string describe() const override
    {
        return fft::describe(problem_) + ": " + plan_.describe_passes();
    }

private:
    fft::Problem problem_;
    opencl::FftPlan plan_;
};

}  // namespace

std::unique_ptr<bench::Testbed> make_opencl_testbed(const fft::Problem& problem,
                                                    const bench::Bytes& input,
                                                    const fft::TunedTable& table)
{
    return std::make_unique<bench::Testbed>(
        runtime::make_opencl_machine(),
        bench::TestbedArrays{.input = input,
                             .output_bytes = static_cast<std::size_t>(fft::output_bytes(problem)),
                             .in_place = problem.placement == fft::Placement::in_place},
        [problem, &table](const std::string& name,
                          Stream /*stream*/) -> std::unique_ptr<bench::Transform> {
            if (name != "opencl") {
                throw bench::NotPlanned{"it does not run with OpenCL"};
            }
            return std::make_unique<OursByOpencl>(problem, table);
        });
}

}  // namespace tobiuo::fft_bench
