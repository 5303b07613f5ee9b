// A transform with OpenCL as a subject of the tuner.
#include "kernels/fft/tune/transform_subject.hpp"
#include "kernels/opencl/fft/fft_plan.hpp"

namespace tobiuo::opencl {
namespace {

class Transform final : public fft::TransformSubject {
public:
    using TransformSubject::TransformSubject;

    [[nodiscard]] Plan prepare(const fft::TunedTable& table) const override
    {
        const auto plan =
            std::make_shared<const FftPlan>(problem(), FftPlanOptions{.table = &table});
        return {.chosen = choices_in(plan->schedule()),
                .run = [plan](void* in, void* out, Stream queue) {
                    plan->execute(static_cast<cl_mem>(in), static_cast<cl_mem>(out),
                                  reinterpret_cast<cl_command_queue>(queue));
                }};
    }
};

}  // namespace
}  // namespace tobiuo::opencl

namespace tobiuo::fft {

std::unique_ptr<TuneSubject> opencl_tune_subject(const Problem& problem)
{
    return std::make_unique<opencl::Transform>(problem);
}

}  // namespace tobiuo::fft
