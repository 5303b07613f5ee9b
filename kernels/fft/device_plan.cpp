#include "kernels/fft/device_plan.hpp"

#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/compiled_plan.hpp"

namespace tobiuo::fft {
namespace {

Schedule scheduled(const Problem& problem, const DevicePlanOptions& options)
{
    validate(problem);
    return options.schedule ? *options.schedule
                            : make_schedule(problem, limits_of_current_device(),
                                            with_known_table(options.choices));
}

}  // namespace

DevicePlan::DevicePlan(const Problem& problem, const DevicePlanOptions& options)
    : steps_{std::make_unique<CompiledPlan>(
          problem, scheduled(problem, options), options.workspace,
          functions_for(problem, options.load, std::nullopt, options.store))}
{
}
DevicePlan::DevicePlan(DevicePlan&&) noexcept = default;
DevicePlan& DevicePlan::operator=(DevicePlan&&) noexcept = default;
DevicePlan::~DevicePlan() = default;

void DevicePlan::execute(void* in, void* out, cudaStream_t stream, WorkspaceView workspace,
                         const FunctionData& data) const
{
    steps_->execute(in, out, stream, workspace, data);
}

std::size_t DevicePlan::workspace_bytes() const
{
    return steps_->workspace_bytes();
}

const Schedule& DevicePlan::schedule() const
{
    return steps_->schedule();
}

std::string DevicePlan::describe() const
{
    return steps_->describe();
}

std::string DevicePlan::describe_passes() const
{
    return steps_->describe_passes();
}

}  // namespace tobiuo::fft
