// Our engine by OpenCL in the testbed of the chosen OpenCL device.
#include <chrono>
#include <span>

#include "app/bench/fft/testbeds.hpp"
#include "kernels/opencl/buffer.hpp"
#include "kernels/opencl/fft/fft_plan.hpp"

namespace tobiuo::fft_bench {
namespace {

class OursByOpencl final : public bench::Transform {
public:
    explicit OursByOpencl(const fft::Problem& problem) : problem_{problem}, plan_{problem} {}

    /// The addresses are those of buffers.
    void execute(void* in, void* out) override
    {
        plan_.execute(static_cast<cl_mem>(in), static_cast<cl_mem>(out));
    }
    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override
    {
        return static_cast<std::int64_t>(plan_.workspace_bytes());
    }
    [[nodiscard]] std::string version() const override
    {
        const opencl::DeviceInfo& device = opencl::context().device();
        return device.name + ", " + device.version;
    }
    [[nodiscard]] std::string describe() const override
    {
        return fft::describe(problem_) + ": " + plan_.describe_passes();
    }

private:
    fft::Problem problem_;
    opencl::FftPlan plan_;
};

class OpenclTestbed final : public bench::Testbed {
public:
    OpenclTestbed(const fft::Problem& problem, const bench::Bytes& input)
        : problem_{problem},
          queue_{opencl::context().queue()},
          input_{static_cast<std::int64_t>(input.size())},
          in_{input_.bytes()},
          out_{problem.placement == fft::Placement::in_place
                   ? opencl::Buffer{}
                   : opencl::Buffer{fft::output_bytes(problem)}}
    {
        opencl::write_and_wait(input_.get(), 0, input.data(), input_.bytes(), queue_);
    }

    std::unique_ptr<bench::Transform> plan(const std::string& name) override
    {
        if (name != "opencl") {
            throw bench::NotPlanned{"it does not run by OpenCL"};
        }
        return std::make_unique<OursByOpencl>(problem_);
    }

    double time_and_wait(bench::Transform& transform, std::int64_t executions) override
    {
        opencl::copy(in_.get(), 0, input_.get(), 0, input_.bytes(), queue_);
        opencl::finish(queue_);
        const auto start = std::chrono::steady_clock::now();
        for (std::int64_t n = 0; n < executions; ++n) {
            transform.execute(in_.get(), out());
        }
        opencl::finish(queue_);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        return taken.count();
    }

    bench::Bytes output_and_wait(bench::Transform& transform) override
    {
        static_cast<void>(time_and_wait(transform, 1));
        bench::Bytes result{static_cast<std::size_t>(fft::output_bytes(problem_))};
        opencl::read_and_wait(result.data(), out(), 0, static_cast<std::int64_t>(result.size()),
                              queue_);
        return result;
    }

private:
    [[nodiscard]] cl_mem out() const { return out_.get() != nullptr ? out_.get() : in_.get(); }

    fft::Problem problem_;
    cl_command_queue queue_;
    opencl::Buffer input_;
    opencl::Buffer in_;
    opencl::Buffer out_;
};

}  // namespace

std::unique_ptr<bench::Testbed> make_opencl_testbed(const fft::Problem& problem,
                                                    const bench::Bytes& input)
{
    return std::make_unique<OpenclTestbed>(problem, input);
}

}  // namespace tobiuo::fft_bench
