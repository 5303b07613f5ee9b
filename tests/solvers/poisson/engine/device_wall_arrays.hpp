// SPDX-License-Identifier: BSD-3-Clause
// The values of walls in device memory, for tests of solvers on a GPU.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <vector>

#include <tobiuo/poisson.hpp>

#include "runtime/device/buffer.hpp"
#include "runtime/device/copy.hpp"
#include "tests/solvers/poisson/engine/walled_problems.hpp"

namespace tobiuo::test {

/// The values of the faces in device memory.
template <typename T>
class DeviceWallArrays {
public:
    DeviceWallArrays(const WallArrays<T>& arrays, cudaStream_t stream) : arrays_{arrays}
    {
        for (std::size_t face = 0; face < arrays.of.size(); ++face) {
            if (!arrays.of.at(face).empty()) {
                on_device_.push_back(device::uploaded(arrays.of.at(face), stream));
                pointers_.at(face) = on_device_.back().data();
            }
        }
    }

    [[nodiscard]] poisson::Walls<T> walls() const { return arrays_.walls(pointers_); }

private:
    const WallArrays<T>& arrays_;
    std::vector<device::DeviceBuffer<T>> on_device_;
    std::array<const T*, 6> pointers_{};
};

}  // namespace tobiuo::test
