// The engines of fft::Plan, fft::PointwisePlan and fft::R2rPlan on a GPU.
#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/compiled_passes.hpp"
#include "kernels/fft/device_plan.hpp"
#include "kernels/fft/device_pointwise_plan.hpp"
#include "kernels/fft/engine.hpp"
#include "kernels/fft/schedule/pointwise_schedule.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "kernels/passes_text.hpp"

namespace tobiuo::fft {
namespace {

DevicePlanOptions device_options(const PlanOptions& asked)
{
    DevicePlanOptions options;
    options.workspace = asked.workspace;
    options.load = asked.load;
    options.store = asked.store;
    return options;
}

DevicePlanOptions options_for(const Problem& problem, const PlanOptions& asked, Axes axes)
{
    DevicePlanOptions options = device_options(asked);
    if (axes == Axes::slowest) {
        options.schedule =
            make_slowest_axis_schedule(problem, limits_of_current_device(), with_known_table({}));
    }
    return options;
}

class DeviceEngine final : public Engine {
public:
    DeviceEngine(const Problem& problem, const PlanOptions& options, Axes axes)
        : plan_{problem, options_for(problem, options, axes)}
    {
    }

    void execute(void* in, void* out, Stream stream, const WorkspaceView& workspace,
                 const FunctionData& data) const override
    {
        plan_.execute(in, out, stream, workspace, data);
    }

    [[nodiscard]] std::size_t workspace_bytes() const override { return plan_.workspace_bytes(); }
    [[nodiscard]] std::string describe() const override { return plan_.describe_passes(); }

private:
    DevicePlan plan_;
};

class DevicePointwiseEngine final : public Engine {
public:
    DevicePointwiseEngine(const Problem& problem, const Pointwise& function,
                          const PlanOptions& options)
        : plan_{problem, function, device_options(options)}
    {
    }

    void execute(void* in, void* out, Stream stream, const WorkspaceView& workspace,
                 const FunctionData& data) const override
    {
        plan_.execute(in, out, stream, data, workspace);
    }

    [[nodiscard]] std::size_t workspace_bytes() const override { return plan_.workspace_bytes(); }
    [[nodiscard]] std::string describe() const override { return plan_.describe_passes(); }

private:
    DevicePointwisePlan plan_;
};

Schedule schedule_on_device(const R2rProblem& problem)
{
    return make_r2r_schedule(problem, limits_of_current_device(), with_known_table({}));
}

template <typename T>
class DeviceR2rEngine final : public Engine {
public:
    explicit DeviceR2rEngine(const R2rProblem& problem)
        : schedule_{schedule_on_device(problem)}, steps_{schedule_}
    {
    }

    void execute(void* in, void* out, Stream stream, const WorkspaceView& /*workspace*/,
                 const FunctionData& /*data*/) const override
    {
        steps_.enqueue({.in = in, .out = out}, stream);
    }

    [[nodiscard]] std::string describe() const override
    {
        return passes_text(passes(schedule_)) + ": " + fft::describe(schedule_);
    }

private:
    Schedule schedule_;
    CompiledPasses<T> steps_;
};

}  // namespace

std::unique_ptr<const Engine> make_device_engine(const Problem& problem, const PlanOptions& options,
                                                 Axes axes)
{
    return std::make_unique<DeviceEngine>(problem, options, axes);
}

std::unique_ptr<const Engine> make_device_engine(const Problem& problem, const Pointwise& function,
                                                 const PlanOptions& options)
{
    return std::make_unique<DevicePointwiseEngine>(problem, function, options);
}

std::unique_ptr<const Engine> make_device_engine(const R2rProblem& problem)
{
    if (problem.precision == Precision::fp32) {
        return std::make_unique<DeviceR2rEngine<float>>(problem);
    }
    return std::make_unique<DeviceR2rEngine<double>>(problem);
}

void validate_on_device(const R2rProblem& problem)
{
    static_cast<void>(schedule_on_device(problem));
}

void validate_on_device(const Problem& problem)
{
    static_cast<void>(make_schedule(problem, limits_of_current_device(), with_known_table({})));
}

void validate_pointwise_on_device(const Problem& problem)
{
    static_cast<void>(
        make_pointwise_schedule(problem, limits_of_current_device(), with_known_table({})));
}

}  // namespace tobiuo::fft
