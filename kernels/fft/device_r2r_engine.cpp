// The engine of fft::R2rPlan on a GPU.
#include <string>

#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/compiled_passes.hpp"
#include "kernels/fft/r2r_engine.hpp"
#include "kernels/passes_text.hpp"

namespace tobiuo::fft {
namespace {

Schedule schedule_on_device(const R2rProblem& problem)
{
    return make_r2r_schedule(problem, limits_of_current_device(), with_known_table({}));
}

template <typename T>
class DeviceR2rEngine final : public R2rEngine {
public:
    explicit DeviceR2rEngine(const R2rProblem& problem)
        : schedule_{schedule_on_device(problem)}, steps_{schedule_}
    {
    }

    void execute(const void* in, void* out, Stream stream) const override
    {
        // NOLINTNEXTLINE(*-const-cast): out of place no step writes to the input
        steps_.enqueue({.in = const_cast<void*>(in), .out = out}, stream);
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

std::unique_ptr<const R2rEngine> make_device_r2r_engine(const R2rProblem& problem)
{
    if (problem.precision == Precision::fp32) {
        return std::make_unique<DeviceR2rEngine<float>>(problem);
    }
    return std::make_unique<DeviceR2rEngine<double>>(problem);
}

void validate_r2r_on_device(const R2rProblem& problem)
{
    static_cast<void>(schedule_on_device(problem));
}

}  // namespace tobiuo::fft
