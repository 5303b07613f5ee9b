// A device as the tuner of passes uses it: its limits, the arrays of a subject, a clock.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/tune/square_sums.hpp"
#include "kernels/fft/tune/tune.hpp"

namespace tobiuo::fft {

/// The arrays of one subject on a device, and the stream or queue on which its plans run.
class TuneArrays {
public:
    TuneArrays() = default;
    TuneArrays(const TuneArrays&) = delete;
    TuneArrays& operator=(const TuneArrays&) = delete;
    virtual ~TuneArrays() = default;

    /// Enqueues copying the input, as it was at first, to where plans read it.
    virtual void restore() = 0;
    /// Enqueues one execution of a plan.
    virtual void run(const TuneSubject::Plan& plan) = 0;
    virtual void wait() = 0;

    /// Makes the output of the last execution the reference.
    virtual void keep_reference_and_wait() = 0;
    /// Sums over the output of the last execution and the reference.
    [[nodiscard]] virtual SquareSums sums_and_wait() = 0;
    /// Copies the output of the last execution to the host.
    virtual void fetch_and_wait(std::span<std::byte> output) = 0;

    /// Seconds of so many executions, one after the other. In place each takes what the one before
    /// it left.
    [[nodiscard]] virtual double time_and_wait(const TuneSubject::Plan& plan, int executions) = 0;
};

/// A device on which plans are tuned.
class TuneDevice {
public:
    TuneDevice() = default;
    TuneDevice(const TuneDevice&) = delete;
    TuneDevice& operator=(const TuneDevice&) = delete;
    virtual ~TuneDevice() = default;

    /// The limits within which configurations are legal.
    [[nodiscard]] virtual DeviceLimits limits() const = 0;
    /// The most plans that are worth compiling side by side.
    [[nodiscard]] virtual std::size_t plans_at_once() const = 0;
    /// Whether KernelConfig::min_blocks_per_sm changes a kernel.
    [[nodiscard]] virtual bool bounds_residents() const = 0;

    /// Makes this the device of the calling thread, which then makes plans.
    virtual void select() const = 0;

    /// Arrays in the memory of this device with these values as the input; the output is not set.
    [[nodiscard]] virtual std::unique_ptr<TuneArrays> make_arrays(
        const TuneSubject::Arrays& arrays, std::span<const std::byte> input) const = 0;
};

/// The CUDA device of this index, which is the current one afterwards. Throws DeviceError.
[[nodiscard]] std::unique_ptr<TuneDevice> cuda_tune_device(int index);

/// The OpenCL device that this process uses. Throws DeviceError.
[[nodiscard]] std::unique_ptr<TuneDevice> opencl_tune_device();

}  // namespace tobiuo::fft
