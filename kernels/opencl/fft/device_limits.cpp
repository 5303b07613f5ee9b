// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/opencl/fft/device_limits.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace tobiuo::opencl {

fft::DeviceLimits limits_of(const DeviceInfo& device)
{
    fft::DeviceLimits limits;
    limits.multiprocessors = device.compute_units;
    limits.shared_per_block = device.local_bytes;
    limits.shared_per_multiprocessor = device.local_bytes + fft::shared_reserved_per_block;
    limits.threads_per_block =
        static_cast<int>(std::min<std::int64_t>(fft::most_threads, device.largest_work_group));
    return limits;
}

void require_precision(const DeviceInfo& device, Precision precision)
{
    if (precision == Precision::fp64 && !device.has_fp64) {
        throw std::invalid_argument{"the OpenCL device " + device.name +
                                    " does not compute in double precision: choose single "
                                    "precision, another device by " +
                                    device_variable + ", or the CPU"};
    }
}

void require_buffer(const DeviceInfo& device, std::int64_t bytes)
{
    if (bytes > device.largest_buffer_bytes) {
        throw std::invalid_argument{
            "an array of " + std::to_string(bytes) + " bytes is too large (OpenCL gives " +
            std::to_string(device.largest_buffer_bytes) + " at most to one on " + device.name +
            "): choose a smaller size, another device by " + device_variable + ", or the CPU"};
    }
}

fft::DeviceName table_name(const DeviceInfo& device)
{
    return {.name = device.name,
            .architecture = device.platform,
            .conditions = device.version,
            .engine = std::string{fft::opencl_table_engine}};
}

fft::Choices choices_for(const DeviceInfo& device, const fft::TunedTable* table)
{
    return {.merging = fft::Merging::never,
            .table = table != nullptr ? table : &fft::table_of(table_name(device))->table};
}

}  // namespace tobiuo::opencl
