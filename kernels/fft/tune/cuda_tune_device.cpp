// A CUDA device as the tuner of passes uses it.
#include "kernels/device/buffer.hpp"
#include "kernels/device/check.hpp"
#include "kernels/device/copy.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/fft/tune/difference.hpp"
#include "kernels/fft/tune/tune_device.hpp"

namespace tobiuo::fft {
namespace {

using Bytes = device::DeviceBuffer<std::byte>;

class CudaArrays final : public TuneArrays {
public:
    CudaArrays(const TuneSubject::Arrays& arrays, std::span<const std::byte> input)
        : precision_{arrays.precision},
          original_{arrays.in_bytes},
          in_{arrays.in_bytes},
          out_{arrays.in_place ? Bytes{} : Bytes{arrays.out_bytes}},
          reference_{arrays.out_bytes}
    {
        device::copy_to_device<std::byte>(original_.data(), input, stream_.get());
        device::synchronize(stream_.get());
    }

    void restore() override { device::copy_on_device(in_, original_, stream_.get()); }

    void run(const TuneSubject::Plan& plan) override
    {
        plan.run(in_.data(), output(), stream_.get());
    }

    void wait() override { device::synchronize(stream_.get()); }

    void keep_reference_and_wait() override
    {
        device::check(cudaMemcpyAsync(reference_.data(), output(), reference_.size(),
                                      cudaMemcpyDeviceToDevice, stream_.get()),
                      "keep a reference");
        wait();
    }

    SquareSums sums_and_wait() override
    {
        const auto value = static_cast<std::size_t>(bytes_per_value(precision_));
        return device_square_sums(output(), reference_.data(), reference_.size() / value,
                                  precision_, stream_.get());
    }

    void fetch_and_wait(std::span<std::byte> output_on_host) override
    {
        device::copy_to_host<std::byte>(output_on_host, static_cast<const std::byte*>(output()),
                                        stream_.get());
        wait();
    }

    double time_and_wait(const TuneSubject::Plan& plan, int executions) override
    {
        device::check(cudaEventRecord(start_.get(), stream_.get()), "begin a measurement");
        for (int index = 0; index < executions; ++index) {
            run(plan);
        }
        device::check(cudaEventRecord(stop_.get(), stream_.get()), "end a measurement");
        return device::seconds_between(start_, stop_);
    }

private:
    [[nodiscard]] void* output() const { return out_.size() > 0 ? out_.data() : in_.data(); }

    Precision precision_;
    device::Stream stream_ = device::make_stream();
    device::Event start_ = device::make_event();
    device::Event stop_ = device::make_event();
    Bytes original_;
    Bytes in_;
    Bytes out_;
    Bytes reference_;
};

class CudaDevice final : public TuneDevice {
public:
    explicit CudaDevice(int index) : index_{device::select(index)} {}

    [[nodiscard]] DeviceLimits limits() const override { return limits_of_current_device(); }
    [[nodiscard]] std::size_t plans_at_once() const override { return 16; }
    [[nodiscard]] bool bounds_residents() const override { return true; }
    void select() const override { device::select(index_); }

    [[nodiscard]] std::unique_ptr<TuneArrays> make_arrays(
        const TuneSubject::Arrays& arrays, std::span<const std::byte> input) const override
    {
        return std::make_unique<CudaArrays>(arrays, input);
    }

private:
    int index_;
};

}  // namespace

std::unique_ptr<TuneDevice> cuda_tune_device(int index)
{
    return std::make_unique<CudaDevice>(index);
}

}  // namespace tobiuo::fft
