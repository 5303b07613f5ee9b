// The engines of fft::Plan and fft::R2rPlan with OpenCL.
#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "kernels/fft/engine.hpp"
#include "kernels/opencl/fft/device_limits.hpp"
#include "kernels/opencl/fft/fft_plan.hpp"
#include "kernels/opencl/fft/known_table.hpp"
#include "kernels/opencl/fft/passes.hpp"
#include "kernels/passes_text.hpp"
#include "runtime/opencl/buffer.hpp"

namespace tobiuo::opencl {
namespace {

/// The arrays of a call.
struct ArrayBytes {
    std::int64_t read{};
    std::int64_t written{};
    bool in_place = true;  ///< whether one buffer serves for both
};

/// Copies the host arrays of a typed call to buffers and back.
class BufferEngine : public fft::Engine {
public:
    explicit BufferEngine(const ArrayBytes& arrays) : arrays_{arrays} {}

    void execute(void* in, void* out, Stream stream, const fft::WorkspaceView& /*workspace*/,
                 const fft::FunctionData& /*data*/) const override
    {
        enqueue(static_cast<cl_mem>(in), static_cast<cl_mem>(out),
                reinterpret_cast<cl_command_queue>(stream));
    }

    void execute_typed(void* in, void* out, Stream /*stream*/) const override
    {
        validate(in, out);
        cl_command_queue queue = context().queue();
        const Buffer source{arrays_.read};
        const Buffer sink = arrays_.in_place ? Buffer{} : Buffer{arrays_.written};
        cl_mem result = arrays_.in_place ? source.get() : sink.get();
        write_and_wait(source.get(), 0, in, arrays_.read, queue);
        enqueue(source.get(), result, queue);
        read_and_wait(out, result, 0, arrays_.written, queue);
    }

protected:
    virtual void enqueue(cl_mem in, cl_mem out, cl_command_queue queue) const = 0;
    /// Throws std::invalid_argument for host arrays that do not fit.
    virtual void validate(const void* /*in*/, const void* /*out*/) const {}

private:
    ArrayBytes arrays_;
};

class FftEngine final : public BufferEngine {
public:
    explicit FftEngine(const fft::Problem& problem)
        : BufferEngine{{.read = input_bytes(problem),
                        .written = output_bytes(problem),
                        .in_place = problem.placement == fft::Placement::in_place}},
          problem_{problem},
          plan_{problem}
    {
    }

    [[nodiscard]] std::size_t workspace_bytes() const override { return plan_.workspace_bytes(); }
    [[nodiscard]] std::string describe() const override { return plan_.describe_passes(); }

protected:
    void enqueue(cl_mem in, cl_mem out, cl_command_queue queue) const override
    {
        plan_.execute(in, out, queue);
    }
    void validate(const void* in, const void* out) const override
    {
        fft::validate_arrays(problem_, in, out);
    }

private:
    fft::Problem problem_;
    FftPlan plan_;
};

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

class R2rEngine final : public BufferEngine {
public:
    explicit R2rEngine(const fft::R2rProblem& problem)
        : BufferEngine{{.read = array_bytes(problem), .written = array_bytes(problem)}},
          schedule_{schedule_of(problem)},
          passes_{schedule_, problem.precision}
    {
    }

    [[nodiscard]] std::string describe() const override
    {
        return passes_text(fft::passes(schedule_)) + ": " + fft::describe(schedule_);
    }

protected:
    void enqueue(cl_mem in, cl_mem out, cl_command_queue queue) const override
    {
        passes_.enqueue({.in = in, .out = out}, queue != nullptr ? queue : context().queue());
    }

private:
    fft::Schedule schedule_;
    Passes passes_;
};

}  // namespace
}  // namespace tobiuo::opencl

namespace tobiuo::fft {

std::unique_ptr<const Engine> make_opencl_engine(const Problem& problem, Workspace workspace)
{
    if (workspace == Workspace::supplied) {
        throw std::invalid_argument{
            "the plan is to have no work array of its own (with OpenCL plans own theirs): choose "
            "Workspace::owned"};
    }
    return std::make_unique<opencl::FftEngine>(problem);
}

std::unique_ptr<const Engine> make_opencl_engine(const R2rProblem& problem)
{
    return std::make_unique<opencl::R2rEngine>(problem);
}

void validate_by_opencl(const R2rProblem& problem)
{
    static_cast<void>(opencl::schedule_of(problem));
}

void validate_by_opencl(const Problem& problem)
{
    const opencl::DeviceInfo& device = opencl::chosen_device();
    opencl::require_precision(device, problem.precision);
    opencl::require_buffer(device, std::max(input_bytes(problem), output_bytes(problem)));
    static_cast<void>(opencl::make_opencl_schedule(problem, opencl::limits_of(device),
                                                   opencl::choices_for(device)));
}

}  // namespace tobiuo::fft
