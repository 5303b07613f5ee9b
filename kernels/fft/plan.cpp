#include "kernels/fft/plan.hpp"

#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/compiled_plan.hpp"

namespace tobiuo::fft {
namespace {

Schedule scheduled(const Problem& problem, const PlanOptions& options)
{
    validate(problem);
    return options.schedule ? *options.schedule
                            : make_schedule(problem, limits_of_current_device(),
                                            with_known_table(options.choices));
}

}  // namespace

Plan::Plan(const Problem& problem, const PlanOptions& options)
    : steps_{
          std::make_unique<CompiledPlan>(problem, scheduled(problem, options), options.workspace)}
{
}
Plan::Plan(Plan&&) noexcept = default;
Plan& Plan::operator=(Plan&&) noexcept = default;
Plan::~Plan() = default;

void Plan::execute(void* in, void* out, cudaStream_t stream, WorkspaceView workspace) const
{
    steps_->execute(in, out, stream, workspace);
}

std::size_t Plan::workspace_bytes() const
{
    return steps_->workspace_bytes();
}

const Schedule& Plan::schedule() const
{
    return steps_->schedule();
}

std::string Plan::describe() const
{
    return steps_->describe();
}

}  // namespace tobiuo::fft
