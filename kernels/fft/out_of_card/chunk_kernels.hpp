// SPDX-License-Identifier: BSD-3-Clause
// What rounds have on a device beside the passes of transforms: roots, and a kernel with tiles.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "kernels/fft/out_of_card/twiddle_transpose.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::fft {

[[nodiscard]] device::Specialisation twiddle_transpose_kernel(Precision precision);

/// The roots of an axis of `length` points in device memory.
template <typename T>
class DeviceTwiddles {
public:
    explicit DeviceTwiddles(std::int64_t length);

    [[nodiscard]] TwiddleTables<T> view() const
    {
        return {.low = low_.data(), .high = high_.data(), .low_bits = low_bits_};
    }

private:
    int low_bits_{};
    device::DeviceBuffer<Complex<T>> low_;
    device::DeviceBuffer<Complex<T>> high_;
};

/// Multiplies and transposes between the factors of an axis of `points` points.
template <typename T>
class TwiddleTransposeKernel {
public:
    explicit TwiddleTransposeKernel(std::int64_t points)
        : twiddles_{points}, kernel_{twiddle_transpose_kernel(precision_of<T>)}
    {
    }

    /// Enqueues on `stream`; the tables of `what` are this object's.
    void enqueue(TwiddleTranspose<T> what, cudaStream_t stream) const;

private:
    DeviceTwiddles<T> twiddles_;
    device::Kernel kernel_;
};

extern template class TwiddleTransposeKernel<float>;
extern template class TwiddleTransposeKernel<double>;

}  // namespace tobiuo::fft
