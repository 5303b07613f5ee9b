// SPDX-License-Identifier: BSD-3-Clause
// The rows of a stretched axis in device memory.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "kernels/tridiagonal/unequal_rows.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/copy.hpp"
#include "solvers/poisson/axis/three_point.hpp"

namespace tobiuo::poisson {

/// Owner of the rows on the device that is current when it is made.
class DeviceRows {
public:
    DeviceRows(const ThreePoint& points, cudaStream_t stream)
        : on_host_{rows_of(points)},
          below_{device::uploaded(points.below, stream)},
          above_{device::uploaded(points.above, stream)},
          width_{device::uploaded(points.width, stream)}
    {
    }

    [[nodiscard]] tridiagonal::UnequalRows get() const
    {
        tridiagonal::UnequalRows rows = on_host_;
        rows.below = below_.data();
        rows.above = above_.data();
        rows.width = width_.data();
        return rows;
    }

    [[nodiscard]] std::size_t bytes() const
    {
        return (below_.size() + above_.size() + width_.size()) * sizeof(double);
    }

private:
    tridiagonal::UnequalRows on_host_;  ///< only its numbers are used
    device::DeviceBuffer<double> below_;
    device::DeviceBuffer<double> above_;
    device::DeviceBuffer<double> width_;
};

}  // namespace tobiuo::poisson
