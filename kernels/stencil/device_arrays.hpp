// The fourteen arrays of a sweep in device memory, [ni][nj][nk] each.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/device/buffer.hpp"
#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/shape.hpp"

namespace tobiuo::stencil {

/// Values in each of the two pinned buffers through which arrays reach the device, or one plane
/// where that is more. 16 MB in single precision: large enough for the link's full speed.
inline constexpr std::int64_t staging_values = std::int64_t{4} << 20;

/// Twelve coefficients and two copies of p, of which `current` is the newest.
template <typename Real>
struct DeviceArrays {
    std::array<device::DeviceBuffer<Real>, coefficient_count> coefficients;
    std::array<device::DeviceBuffer<Real>, 2> p;
    int current = 0;

    explicit DeviceArrays(const Shape& shape);
};

/// Fills `target` with `array` of `source`, plane by plane through two pinned buffers so that
/// computing values and copying them overlap.
template <typename Real>
void upload_and_wait(const ArraySource& source, Array array, const Shape& shape, Real* target,
                     cudaStream_t stream);

}  // namespace tobiuo::stencil
