// The fourteen arrays of a sweep in device memory, [ni][nj][nk] each.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>

#include "kernels/device/buffer.hpp"
#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/shape.hpp"

namespace tobiuo::stencil {

/// Values in each of the two pinned buffers through which arrays reach the device, or one plane
/// where that is more. 16 MB in single precision: large enough for the link's full speed.
inline constexpr std::int64_t staging_values = std::int64_t{4} << 20;

/// Planes in one of those buffers.
[[nodiscard]] std::int64_t planes_of_a_piece(const Shape& shape);

/// Twelve coefficients and two copies of p, of which `current` is the newest.
template <typename Real>
struct DeviceArrays {
    std::array<device::DeviceBuffer<Real>, coefficient_count> coefficients;
    std::array<device::DeviceBuffer<Real>, 2> p;
    int current = 0;

    explicit DeviceArrays(const Shape& shape);
};

/// Brings `array` of `source` into pinned memory in pieces of whole planes and calls
/// `consume(first, planes)` for each, which enqueues its copy on `stream`; `planes` stays as it is
/// until that is done. Computing values and copying them overlap. Waits for the last copy.
template <typename Real>
using ConsumePlanes = std::function<void(std::int64_t first, std::span<const Real> planes)>;
template <typename Real>
void stream_planes_and_wait(const ArraySource& source, Array array, const Shape& shape,
                            cudaStream_t stream, const ConsumePlanes<Real>& consume);

/// Fills `target` with `array` of `source`.
template <typename Real>
void upload_and_wait(const ArraySource& source, Array array, const Shape& shape, Real* target,
                     cudaStream_t stream);

}  // namespace tobiuo::stencil
