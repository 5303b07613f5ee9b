// The OpenCL device as the tuner of passes uses it.
#include "kernels/fft/tune/tune_device.hpp"

#include <chrono>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "kernels/opencl/buffer.hpp"
#include "kernels/opencl/fft/device_limits.hpp"
#include "kernels/opencl/kernel.hpp"
#include "kernels/opencl/sources.hpp"
#include "kernels/precision.hpp"
#include "kernels/seconds_since.hpp"

namespace tobiuo::opencl {
namespace {

Buffer buffer_of(std::size_t bytes)
{
    return Buffer{static_cast<std::int64_t>(bytes)};
}

/// The difference of two arrays on the device.
template <typename T>
class Difference {
public:
    [[nodiscard]] fft::SquareSums sums_and_wait(cl_mem a, cl_mem b, std::int64_t count) const
    {
        kernel_.launch({.groups = {groups, 1, 1}, .items = {items, 1, 1}, .queue = queue()}, a, b,
                       count, differences_, references_);
        return {.difference = sum_and_wait(differences_), .reference = sum_and_wait(references_)};
    }

private:
    static constexpr std::size_t groups = 256;
    static constexpr std::size_t items = 64;

    [[nodiscard]] static cl_command_queue queue() { return context().queue(); }
    [[nodiscard]] static std::string source()
    {
        const std::string real = precision_of<T> == Precision::fp64
                                     ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                                       "typedef double Real;\n"
                                     : "typedef float Real;\n";
        return real + source_text("kernels/opencl/fft/tune/difference.cl");
    }
    [[nodiscard]] static double sum_and_wait(const Buffer& sums)
    {
        std::vector<T> values(groups * items);
        read_and_wait(std::span{values}, sums, queue());
        return std::accumulate(values.begin(), values.end(), 0.0);
    }

    Kernel kernel_{{.name = "fft-difference", .source = source()}, "square_sums"};
    Buffer differences_ = buffer_of(groups * items * sizeof(T));
    Buffer references_ = buffer_of(groups * items * sizeof(T));
};

template <typename T>
class Arrays final : public fft::TuneArrays {
public:
    Arrays(const fft::TuneSubject::Arrays& arrays, std::span<const std::byte> input)
        : original_{buffer_of(arrays.in_bytes)},
          in_{buffer_of(arrays.in_bytes)},
          out_{arrays.in_place ? Buffer{} : buffer_of(arrays.out_bytes)},
          reference_{buffer_of(arrays.out_bytes)}
    {
        write_and_wait(original_, input, queue());
    }

    void restore() override { copy(in_.get(), 0, original_.get(), 0, original_.bytes(), queue()); }

    void run(const fft::TuneSubject::Plan& plan) override
    {
        plan.run(in_.get(), output(), reinterpret_cast<Stream>(queue()));
    }

    void wait() override { finish(queue()); }

    void keep_reference_and_wait() override
    {
        copy(reference_.get(), 0, output(), 0, reference_.bytes(), queue());
        wait();
    }

    fft::SquareSums sums_and_wait() override
    {
        return difference_.sums_and_wait(output(), reference_.get(),
                                         reference_.bytes() / std::int64_t{sizeof(T)});
    }

    void fetch_and_wait(std::span<std::byte> to) override
    {
        read_and_wait(to.data(), output(), 0, static_cast<std::int64_t>(to.size()), queue());
    }

    /// From the first launch to the end of the last, as benchmarks on OpenCL devices measure.
    double time_and_wait(const fft::TuneSubject::Plan& plan, int executions) override
    {
        wait();
        const auto start = std::chrono::steady_clock::now();
        for (int index = 0; index < executions; ++index) {
            run(plan);
        }
        wait();
        return seconds_since(start);
    }

private:
    [[nodiscard]] static cl_command_queue queue() { return context().queue(); }
    [[nodiscard]] cl_mem output() const { return out_.get() != nullptr ? out_.get() : in_.get(); }

    Difference<T> difference_;
    Buffer original_;
    Buffer in_;
    Buffer out_;
    Buffer reference_;
};

class Device final : public fft::TuneDevice {
public:
    [[nodiscard]] fft::DeviceLimits limits() const override { return limits_of(chosen_device()); }
    /// Programs are compiled one after the other.
    [[nodiscard]] std::size_t plans_at_once() const override { return 1; }
    /// OpenCL C has no word for it.
    [[nodiscard]] bool bounds_residents() const override { return false; }
    void select() const override {}

    [[nodiscard]] std::unique_ptr<fft::TuneArrays> make_arrays(
        const fft::TuneSubject::Arrays& arrays, std::span<const std::byte> input) const override
    {
        if (arrays.precision == Precision::fp32) {
            return std::make_unique<Arrays<float>>(arrays, input);
        }
        require_precision(chosen_device(), arrays.precision);
        return std::make_unique<Arrays<double>>(arrays, input);
    }
};

}  // namespace
}  // namespace tobiuo::opencl

namespace tobiuo::fft {

std::unique_ptr<TuneDevice> opencl_tune_device()
{
    static_cast<void>(opencl::context());
    return std::make_unique<opencl::Device>();
}

}  // namespace tobiuo::fft
