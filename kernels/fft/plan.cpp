// SPDX-License-Identifier: BSD-3-Clause
#include <tobiuo/fft/plan.hpp>

#include "kernels/fft/engine.hpp"
#include "kernels/fft/plan_functions.hpp"
#include "kernels/fft/transform.hpp"
#include "runtime/forks.hpp"
#include "runtime/threads.hpp"

namespace tobiuo::fft {

class Plan::Implementation {
public:
    Implementation(const Transform& transform, const PlanOptions& options)
        : transform_{transform},
          functions_{described_functions(options)},
          functions_there_{functions_there(options)},
          backend_{backend_for(options)},
          engine_{make_engine(transform, backend_, options)}
    {
    }

    /// Transforms `in` to `out`, whose types are those of the call.
    void execute(const TypedCall& call, const void* in, void* out, Stream stream) const
    {
        require_not_lost_by_fork(backend_);
        validate_call(call, transform_, "execute");
        // NOLINTNEXTLINE(*-const-cast): only c2r writes to its input, which is not const there
        engine_.execute_typed(const_cast<void*>(in), out, stream);
    }

    /// Transforms `in` to `out`, arrays of any type, with what the functions receive.
    void execute(void* in, void* out, const FunctionData& data, Stream stream,
                 const WorkspaceView& workspace) const
    {
        require_not_lost_by_fork(backend_);
        validate_data(data, functions_there_);
        engine_.execute(in, out, stream, workspace, data);
    }

    [[nodiscard]] const Transform& transform() const { return transform_; }
    [[nodiscard]] const std::string& functions() const { return functions_; }
    [[nodiscard]] Backend backend() const { return backend_; }
    [[nodiscard]] const Engine& engine() const { return engine_; }

private:
    static Engine make_engine(const Transform& transform, Backend backend,
                              const PlanOptions& options)
    {
        validate(transform);
        validate_threads(options.threads, "a transform");
        validate_functions(options, backend);
        return engines_of(backend).make(problem_of(transform), options, Axes::all);
    }

    Transform transform_;
    std::string functions_;  ///< in front of describe()
    FunctionsThere functions_there_;
    Backend backend_;
    Engine engine_;
};

Plan::Plan(const Transform& transform, const PlanOptions& options)
    : implementation_{std::make_unique<const Implementation>(transform, options)}
{
}
Plan::Plan(Plan&&) noexcept = default;
Plan& Plan::operator=(Plan&&) noexcept = default;
Plan::~Plan() = default;

void Plan::execute(std::complex<double>* data, Stream stream) const
{
    implementation_->execute(call_with(data), data, data, stream);
}

void Plan::execute(std::complex<float>* data, Stream stream) const
{
    implementation_->execute(call_with(data), data, data, stream);
}

void Plan::execute(double* data, Stream stream) const
{
    implementation_->execute(call_with(data), data, data, stream);
}

void Plan::execute(float* data, Stream stream) const
{
    implementation_->execute(call_with(data), data, data, stream);
}

void Plan::execute(const std::complex<double>* in, std::complex<double>* out, Stream stream) const
{
    implementation_->execute(call_with(in, out), in, out, stream);
}

void Plan::execute(const std::complex<float>* in, std::complex<float>* out, Stream stream) const
{
    implementation_->execute(call_with(in, out), in, out, stream);
}

void Plan::execute(const double* in, std::complex<double>* out, Stream stream) const
{
    implementation_->execute(call_with(in, out), in, out, stream);
}

void Plan::execute(const float* in, std::complex<float>* out, Stream stream) const
{
    implementation_->execute(call_with(in, out), in, out, stream);
}

void Plan::execute(std::complex<double>* in, double* out, Stream stream) const
{
    implementation_->execute(call_with(in, out), in, out, stream);
}

void Plan::execute(std::complex<float>* in, float* out, Stream stream) const
{
    implementation_->execute(call_with(in, out), in, out, stream);
}

void Plan::execute_untyped(void* in, void* out, Stream stream, WorkspaceView workspace) const
{
    implementation_->execute(in, out, {}, stream, workspace);
}

void Plan::execute_untyped(void* in, void* out, const FunctionData& data, Stream stream,
                           WorkspaceView workspace) const
{
    implementation_->execute(in, out, data, stream, workspace);
}

const Transform& Plan::transform() const
{
    return implementation_->transform();
}

Backend Plan::backend() const
{
    return implementation_->backend();
}

std::size_t Plan::workspace_bytes() const
{
    return implementation_->engine().workspace_bytes;
}

std::string Plan::describe() const
{
    return implementation_->functions() + fft::describe(transform()) + ": " +
           implementation_->engine().words;
}

}  // namespace tobiuo::fft
