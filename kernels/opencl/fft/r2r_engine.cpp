// The engine of fft::R2rPlan by OpenCL.
#include "kernels/fft/r2r_engine.hpp"

#include <cstdint>

#include "kernels/opencl/buffer.hpp"
#include "kernels/opencl/fft/device_limits.hpp"
#include "kernels/opencl/fft/known_table.hpp"
#include "kernels/opencl/fft/passes.hpp"
#include "kernels/passes_text.hpp"

namespace tobiuo::opencl {
namespace {

fft::Schedule schedule_of(const fft::R2rProblem& problem)
{
    const DeviceInfo& device = chosen_device();
    require_precision(device, problem.precision);
    return make_r2r_schedule(problem, limits_of(device), choices_for(device));
}

std::int64_t array_bytes(const fft::R2rProblem& problem)
{
    std::int64_t bytes = problem.batch * bytes_per_value(problem.precision);
    for (const fft::R2rAxis& axis : problem.axes) {
        bytes *= axis.points;
    }
    return bytes;
}

class R2rEngine final : public fft::R2rEngine {
public:
    explicit R2rEngine(const fft::R2rProblem& problem)
        : bytes_{array_bytes(problem)},
          schedule_{schedule_of(problem)},
          passes_{schedule_, problem.precision}
    {
    }

    void execute(const void* in, void* out, Stream /*stream*/) const override
    {
        cl_command_queue queue = context().queue();
        const Buffer data{bytes_};
        write_and_wait(data.get(), 0, in, bytes_, queue);
        passes_.enqueue({.in = data.get(), .out = data.get()}, queue);
        read_and_wait(out, data.get(), 0, bytes_, queue);
    }

    [[nodiscard]] std::string describe() const override
    {
        return passes_text(fft::passes(schedule_)) + ": " + fft::describe(schedule_);
    }

private:
    std::int64_t bytes_;
    fft::Schedule schedule_;
    Passes passes_;
};

}  // namespace
}  // namespace tobiuo::opencl

namespace tobiuo::fft {

std::unique_ptr<const R2rEngine> make_opencl_r2r_engine(const R2rProblem& problem)
{
    return std::make_unique<opencl::R2rEngine>(problem);
}

void validate_r2r_by_opencl(const R2rProblem& problem)
{
    static_cast<void>(opencl::schedule_of(problem));
}

}  // namespace tobiuo::fft
