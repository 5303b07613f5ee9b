// SPDX-License-Identifier: BSD-3-Clause
#include <tobiuo/fft/out_of_card_plan.hpp>

#include <stdexcept>

#include "kernels/fft/out_of_card/engine.hpp"
#include "kernels/fft/transform.hpp"
#include "runtime/device/backend.hpp"

namespace tobiuo::fft {
namespace {

/// Throws if nobody has such a plan here, whatever its rounds are.
void validate_on_current_device(const Transform& transform, const OutOfCardOptions& options)
{
    validate(transform);
    if (options.device_bytes < 0) {
        throw std::invalid_argument{"the device memory of a transform is " +
                                    std::to_string(options.device_bytes) +
                                    " bytes (it cannot be negative): give a limit, or 0 for what "
                                    "is free"};
    }
    require_device_for_rounds();
}

}  // namespace

void require_device_for_rounds()
{
    require(Backend::cuda, "transform", "make a fft::Plan with Backend::cpu");
}

class OutOfCardPlan::Implementation {
public:
    Implementation(const Transform& transform, const OutOfCardOptions& options)
        : transform_{validated(transform, options)}, engine_{problem_of(transform), options}
    {
    }

    /// Transforms `in` to `out`, whose types are those of the call.
    void execute_and_wait(const TypedCall& call, const void* in, void* out) const
    {
        validate_call(call, transform_, "execute_and_wait");
        // NOLINTNEXTLINE(*-const-cast): only c2r writes to its input, which is not const there
        engine_.execute_and_wait(const_cast<void*>(in), out);
    }

    [[nodiscard]] const Transform& transform() const { return transform_; }
    [[nodiscard]] const OutOfCardEngine& engine() const { return engine_; }

private:
    static const Transform& validated(const Transform& transform, const OutOfCardOptions& options)
    {
        validate_on_current_device(transform, options);
        return transform;
    }

    Transform transform_;
    OutOfCardEngine engine_;
};

OutOfCardPlan::OutOfCardPlan(const Transform& transform, const OutOfCardOptions& options)
    : implementation_{std::make_unique<const Implementation>(transform, options)}
{
}
OutOfCardPlan::OutOfCardPlan(OutOfCardPlan&&) noexcept = default;
OutOfCardPlan& OutOfCardPlan::operator=(OutOfCardPlan&&) noexcept = default;
OutOfCardPlan::~OutOfCardPlan() = default;

void OutOfCardPlan::execute_and_wait(std::complex<double>* data) const
{
    implementation_->execute_and_wait(call_with(data), data, data);
}

void OutOfCardPlan::execute_and_wait(std::complex<float>* data) const
{
    implementation_->execute_and_wait(call_with(data), data, data);
}

void OutOfCardPlan::execute_and_wait(double* data) const
{
    implementation_->execute_and_wait(call_with(data), data, data);
}

void OutOfCardPlan::execute_and_wait(float* data) const
{
    implementation_->execute_and_wait(call_with(data), data, data);
}

void OutOfCardPlan::execute_and_wait(const std::complex<double>* in,
                                     std::complex<double>* out) const
{
    implementation_->execute_and_wait(call_with(in, out), in, out);
}

void OutOfCardPlan::execute_and_wait(const std::complex<float>* in, std::complex<float>* out) const
{
    implementation_->execute_and_wait(call_with(in, out), in, out);
}

void OutOfCardPlan::execute_and_wait(const double* in, std::complex<double>* out) const
{
    implementation_->execute_and_wait(call_with(in, out), in, out);
}

void OutOfCardPlan::execute_and_wait(const float* in, std::complex<float>* out) const
{
    implementation_->execute_and_wait(call_with(in, out), in, out);
}

void OutOfCardPlan::execute_and_wait(std::complex<double>* in, double* out) const
{
    implementation_->execute_and_wait(call_with(in, out), in, out);
}

void OutOfCardPlan::execute_and_wait(std::complex<float>* in, float* out) const
{
    implementation_->execute_and_wait(call_with(in, out), in, out);
}

void OutOfCardPlan::execute_untyped_and_wait(void* in, void* out) const
{
    implementation_->engine().execute_and_wait(in, out);
}

const Transform& OutOfCardPlan::transform() const
{
    return implementation_->transform();
}

std::int64_t OutOfCardPlan::device_bytes() const
{
    return implementation_->engine().needs().device_bytes;
}

std::int64_t OutOfCardPlan::host_work_bytes() const
{
    return implementation_->engine().needs().host_work_bytes;
}

std::int64_t OutOfCardPlan::bytes_to_device() const
{
    return implementation_->engine().needs().bytes_to_device;
}

std::int64_t OutOfCardPlan::bytes_from_device() const
{
    return implementation_->engine().needs().bytes_from_device;
}

std::string OutOfCardPlan::describe() const
{
    return fft::describe(transform()) + ": " + implementation_->engine().describe();
}

std::optional<std::string> out_of_card_unsupported_reason(const Transform& transform,
                                                          const OutOfCardOptions& options)
{
    return refusal_of([&] {
        validate_on_current_device(transform, options);
        validate_out_of_card(problem_of(transform), options);
    });
}

}  // namespace tobiuo::fft
