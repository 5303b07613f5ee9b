#include "kernels/fft/device_pointwise_plan.hpp"

#include <stdexcept>

#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/compiled_plan.hpp"
#include "kernels/fft/schedule/pointwise_schedule.hpp"

namespace tobiuo::fft {
namespace {

Schedule schedule_with_function(const Problem& problem, const DevicePlanOptions& options)
{
    validate(problem);
    if (options.schedule) {
        throw std::invalid_argument{
            "a schedule was given for a transform with a function (that of a plan has no place for "
            "it): leave the schedule out"};
    }
    return make_pointwise_schedule(problem, limits_of_current_device(),
                                   with_known_table(options.choices));
}

}  // namespace

DevicePointwisePlan::DevicePointwisePlan(const Problem& problem, const Pointwise& function,
                                         const DevicePlanOptions& options)
    : function_{function.function},
      steps_{std::make_unique<CompiledPlan>(
          problem, schedule_with_function(problem, options), options.workspace,
          functions_for(problem, options.load, function, options.store))}
{
}
DevicePointwisePlan::DevicePointwisePlan(DevicePointwisePlan&&) noexcept = default;
DevicePointwisePlan& DevicePointwisePlan::operator=(DevicePointwisePlan&&) noexcept = default;
DevicePointwisePlan::~DevicePointwisePlan() = default;

void DevicePointwisePlan::execute(void* in, void* out, cudaStream_t stream,
                                  const FunctionData& data, WorkspaceView workspace) const
{
    steps_->execute(in, out, stream, workspace, data);
}

std::size_t DevicePointwisePlan::workspace_bytes() const
{
    return steps_->workspace_bytes();
}

const Schedule& DevicePointwisePlan::schedule() const
{
    return steps_->schedule();
}

std::string DevicePointwisePlan::describe() const
{
    return function_ + "() in " + steps_->describe();
}

std::string DevicePointwisePlan::describe_passes() const
{
    return steps_->describe_passes();
}

}  // namespace tobiuo::fft
