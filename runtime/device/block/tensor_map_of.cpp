// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/device/block/tensor_map_of.hpp"

#include <cuda.h>

#include <cstring>

#include "runtime/device/driver_function.hpp"
#include "runtime/device/error.hpp"

namespace tobiuo::device {

TensorMap tensor_map_of(const float* data, const std::array<std::int64_t, 3>& size,
                        std::int64_t pitch, const std::array<int, 3>& box)
{
    const auto row_bytes = static_cast<cuuint64_t>(pitch) * sizeof(float);
    const std::array<cuuint64_t, 3> sizes{static_cast<cuuint64_t>(size[0]),
                                          static_cast<cuuint64_t>(size[1]),
                                          static_cast<cuuint64_t>(size[2])};
    const std::array<cuuint64_t, 2> strides{row_bytes, row_bytes * sizes[1]};
    const std::array<cuuint32_t, 3> boxes{static_cast<cuuint32_t>(box[0]),
                                          static_cast<cuuint32_t>(box[1]),
                                          static_cast<cuuint32_t>(box[2])};
    const std::array<cuuint32_t, 3> steps{1, 1, 1};
    static const auto encode =
        driver_function<decltype(&cuTensorMapEncodeTiled)>("cuTensorMapEncodeTiled");
    CUtensorMap encoded{};
    const CUresult status =
        encode(&encoded, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 3,
               const_cast<float*>(data),  // NOLINT(*-const-cast): the map only reads
               sizes.data(), strides.data(), boxes.data(), steps.data(),
               CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
               CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (status != CUDA_SUCCESS) {
        throw DeviceError{"the driver declines a tensor map (error " +
                          std::to_string(static_cast<int>(status)) + ")"};
    }
    static_assert(sizeof(TensorMap) == sizeof(CUtensorMap));
    TensorMap map{};
    std::memcpy(&map, &encoded, sizeof(map));
    return map;
}

}  // namespace tobiuo::device
