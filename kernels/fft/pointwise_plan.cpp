// SPDX-License-Identifier: BSD-3-Clause
#include <tobiuo/fft/pointwise_plan.hpp>

#include <stdexcept>

#include "kernels/fft/engine.hpp"
#include "kernels/fft/plan_functions.hpp"
#include "kernels/fft/transform.hpp"
#include "runtime/device/backend.hpp"
#include "runtime/forks.hpp"
#include "runtime/threads.hpp"

namespace tobiuo::fft {
namespace {

constexpr const char* what_is_between = "function between transforms";

void validate_pointwise(const Transform& transform, Backend backend)
{
    if (transform.kind == Kind::c2r) {
        throw std::invalid_argument{
            "a function between transforms was asked for in a c2r transform (that is the way back, "
            "which the plan adds): give a c2c or r2c transform"};
    }
    if (transform.direction == Direction::inverse) {
        throw std::invalid_argument{
            "a function between transforms was asked for in an inverse transform (it stands "
            "between the forward and the inverse one): set the direction to forward"};
    }
    validate(transform);
    require(backend, what_is_between, "apply it between two plans on the CPU");
}

}  // namespace

class PointwisePlan::Implementation {
public:
    Implementation(const Transform& transform, const Pointwise& function,
                   const PlanOptions& options)
        : transform_{transform},
          functions_{described_functions(options)},
          functions_there_{functions_there(options)},
          function_{function.function},
          backend_{backend_for(options, true)},
          engine_{make_engine(transform, function, options, backend_)}
    {
        functions_there_.between = true;
    }

    void execute(const TypedCall& call, void* values, const void* data, Stream stream) const
    {
        require_not_lost_by_fork(backend_);
        if (call != call_of(transform_)) {
            const bool in_place = transform_.placement == Placement::in_place;
            throw std::invalid_argument{
                text_of(call) + " was called of a plan of " + fft::describe(transform_) +
                " (its arrays are others): call " +
                (in_place ? text_of(call_of(transform_)) : std::string{"execute_untyped()"})};
        }
        engine_.execute(values, values, stream, {}, {.between = data});
    }

    void execute(void* in, void* out, const FunctionData& data, Stream stream,
                 const WorkspaceView& workspace) const
    {
        require_not_lost_by_fork(backend_);
        validate_data(data, functions_there_);
        engine_.execute(in, out, stream, workspace, data);
    }

    [[nodiscard]] const Transform& transform() const { return transform_; }
    /// The functions in front of describe().
    [[nodiscard]] std::string functions() const { return functions_ + function_ + "() in "; }
    [[nodiscard]] const Engine& engine() const { return engine_; }

private:
    static Engine make_engine(const Transform& transform, const Pointwise& function,
                              const PlanOptions& options, Backend backend)
    {
        refuse_function(backend, what_is_between, "apply the function between two plans");
        validate_pointwise(transform, backend);
        validate_threads(options.threads, "a transform");
        return engines_of(backend).make_pointwise(problem_of(transform), function, options);
    }

    Transform transform_;
    std::string functions_;
    FunctionsThere functions_there_;
    std::string function_;
    Backend backend_;
    Engine engine_;
};

PointwisePlan::PointwisePlan(const Transform& transform, const Pointwise& function,
                             const PlanOptions& options)
    : implementation_{std::make_unique<const Implementation>(transform, function, options)}
{
}
PointwisePlan::PointwisePlan(PointwisePlan&&) noexcept = default;
PointwisePlan& PointwisePlan::operator=(PointwisePlan&&) noexcept = default;
PointwisePlan::~PointwisePlan() = default;

void PointwisePlan::execute(std::complex<double>* values, const void* data, Stream stream) const
{
    implementation_->execute(call_with(values), values, data, stream);
}

void PointwisePlan::execute(std::complex<float>* values, const void* data, Stream stream) const
{
    implementation_->execute(call_with(values), values, data, stream);
}

void PointwisePlan::execute(double* values, const void* data, Stream stream) const
{
    implementation_->execute(call_with(values), values, data, stream);
}

void PointwisePlan::execute(float* values, const void* data, Stream stream) const
{
    implementation_->execute(call_with(values), values, data, stream);
}

void PointwisePlan::execute_untyped(void* in, void* out, const void* data, Stream stream,
                                    WorkspaceView workspace) const
{
    execute_untyped(in, out, FunctionData{.between = data}, stream, workspace);
}

void PointwisePlan::execute_untyped(void* in, void* out, const FunctionData& data, Stream stream,
                                    WorkspaceView workspace) const
{
    implementation_->execute(in, out, data, stream, workspace);
}

const Transform& PointwisePlan::transform() const
{
    return implementation_->transform();
}

std::size_t PointwisePlan::workspace_bytes() const
{
    return implementation_->engine().workspace_bytes;
}

std::string PointwisePlan::describe() const
{
    return implementation_->functions() + fft::describe(transform()) + ": " +
           implementation_->engine().words;
}

std::optional<std::string> pointwise_unsupported_reason(const Transform& transform)
{
    return refusal_of([&] {
        const Backend backend = backend_for({}, true);
        validate_pointwise(transform, backend);
        engines_of(backend).check_pointwise(problem_of(transform));
    });
}

}  // namespace tobiuo::fft
