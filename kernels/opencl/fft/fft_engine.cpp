// The engine of fft::Plan by OpenCL.
#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "kernels/fft/engine.hpp"
#include "kernels/opencl/buffer.hpp"
#include "kernels/opencl/fft/device_limits.hpp"
#include "kernels/opencl/fft/fft_plan.hpp"
#include "kernels/opencl/fft/known_table.hpp"

namespace tobiuo::opencl {
namespace {

class FftEngine final : public fft::Engine {
public:
    explicit FftEngine(const fft::Problem& problem) : problem_{problem}, plan_{problem} {}

    void execute(void* in, void* out, Stream stream, const fft::WorkspaceView& /*workspace*/,
                 const fft::FunctionData& /*data*/) const override
    {
        plan_.execute(static_cast<cl_mem>(in), static_cast<cl_mem>(out),
                      reinterpret_cast<cl_command_queue>(stream));
    }

    void execute_typed(void* in, void* out, Stream /*stream*/) const override
    {
        fft::validate_arrays(problem_, in, out);
        cl_command_queue queue = context().queue();
        const bool in_place = problem_.placement == fft::Placement::in_place;
        const std::int64_t read = input_bytes(problem_);
        const std::int64_t written = output_bytes(problem_);
        const Buffer source{read};
        const Buffer sink = in_place ? Buffer{} : Buffer{written};
        cl_mem result = in_place ? source.get() : sink.get();
        write_and_wait(source.get(), 0, in, read, queue);
        plan_.execute(source.get(), result, queue);
        read_and_wait(out, result, 0, written, queue);
    }

    [[nodiscard]] std::size_t workspace_bytes() const override { return plan_.workspace_bytes(); }
    [[nodiscard]] std::string describe() const override { return plan_.describe_passes(); }

private:
    fft::Problem problem_;
    FftPlan plan_;
};

}  // namespace
}  // namespace tobiuo::opencl

namespace tobiuo::fft {

std::unique_ptr<const Engine> make_opencl_engine(const Problem& problem, Workspace workspace)
{
    if (workspace == Workspace::supplied) {
        throw std::invalid_argument{
            "the plan is to have no work array of its own (by OpenCL plans own theirs): choose "
            "Workspace::owned"};
    }
    return std::make_unique<opencl::FftEngine>(problem);
}

void validate_by_opencl(const Problem& problem)
{
    const opencl::DeviceInfo& device = opencl::chosen_device();
    opencl::require_precision(device, problem.precision);
    opencl::require_buffer(device, std::max(input_bytes(problem), output_bytes(problem)));
    static_cast<void>(opencl::make_opencl_schedule(problem, opencl::limits_of(device),
                                                   opencl::choices_for(device)));
}

}  // namespace tobiuo::fft
