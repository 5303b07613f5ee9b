// The testbed in the memory of the OpenCL device that this process uses.
#include <chrono>
#include <utility>

#include "app/bench/testbed.hpp"
#include "kernels/opencl/buffer.hpp"
#include "kernels/opencl/kernel.hpp"

namespace tobiuo::bench {
namespace {

opencl::Buffer buffer_of(std::size_t bytes)
{
    return opencl::Buffer{static_cast<std::int64_t>(bytes)};
}

class OpenclTestbed final : public Testbed {
public:
    OpenclTestbed(const TestbedArrays& arrays, MakePlan make)
        : keeps_input_{arrays.keeps_input},
          output_bytes_{arrays.output_bytes},
          make_{std::move(make)},
          queue_{opencl::context().queue()},
          input_{buffer_of(arrays.input.size())},
          in_{keeps_input_ ? opencl::Buffer{} : buffer_of(arrays.input.size())},
          out_{arrays.in_place ? opencl::Buffer{} : buffer_of(output_bytes_)}
    {
        opencl::write_and_wait(input_.get(), 0, arrays.input.data(), input_.bytes(), queue_);
    }

    std::unique_ptr<Transform> plan(const std::string& name) override { return make_(name); }

    double time_and_wait(Transform& transform, std::int64_t executions) override
    {
        if (keeps_input_) {
            opencl::clear(out_, queue_);
        } else {
            opencl::copy(in_.get(), 0, input_.get(), 0, input_.bytes(), queue_);
        }
        opencl::finish(queue_);
        const auto start = std::chrono::steady_clock::now();
        for (std::int64_t n = 0; n < executions; ++n) {
            transform.execute(in(), out());
        }
        opencl::finish(queue_);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        return taken.count();
    }

    Bytes output_and_wait(Transform& transform) override
    {
        static_cast<void>(time_and_wait(transform, 1));
        Bytes result{output_bytes_};
        opencl::read_and_wait(result.data(), out(), 0, static_cast<std::int64_t>(result.size()),
                              queue_);
        return result;
    }

private:
    [[nodiscard]] cl_mem in() const { return keeps_input_ ? input_.get() : in_.get(); }
    [[nodiscard]] cl_mem out() const { return out_.get() != nullptr ? out_.get() : in_.get(); }

    bool keeps_input_;
    std::size_t output_bytes_;
    MakePlan make_;
    cl_command_queue queue_;
    opencl::Buffer input_;
    opencl::Buffer in_;
    opencl::Buffer out_;
};

}  // namespace

std::unique_ptr<Testbed> make_opencl_testbed(const TestbedArrays& arrays, MakePlan make)
{
    return std::make_unique<OpenclTestbed>(arrays, std::move(make));
}

}  // namespace tobiuo::bench
