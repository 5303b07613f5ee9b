// The kernels of rounds beside the passes of transforms.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "kernels/fft/out_of_card/fold_ends.hpp"
#include "kernels/fft/out_of_card/twiddle_transpose.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::fft {

[[nodiscard]] device::Specialisation twiddle_transpose_kernel(Precision precision);
[[nodiscard]] device::Specialisation fold_ends_kernel(Precision precision);

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

/// Folds half spectra of `pairs` pairs.
template <typename T>
class FoldEndsKernel {
public:
    explicit FoldEndsKernel(std::int64_t pairs)
        : pairs_{pairs}, twiddles_{2 * pairs}, kernel_{fold_ends_kernel(precision_of<T>)}
    {
    }

    /// Enqueues on `stream`; the pairs and the tables of `ends` are this object's.
    void enqueue(FoldEnds<T> ends, cudaStream_t stream) const;

private:
    std::int64_t pairs_;
    DeviceTwiddles<T> twiddles_;
    device::Kernel kernel_;
};

extern template class TwiddleTransposeKernel<float>;
extern template class TwiddleTransposeKernel<double>;
extern template class FoldEndsKernel<float>;
extern template class FoldEndsKernel<double>;

}  // namespace tobiuo::fft
