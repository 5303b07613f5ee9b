// SPDX-License-Identifier: BSD-3-Clause
// What an OpenCL device offers to a pass, and the tuned configurations that are known for it.
#pragma once

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "runtime/opencl/survey.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::opencl {

/// The limits by which configurations are chosen for the device. OpenCL tells neither registers nor
/// resident work groups: these are the values of a CUDA device.
[[nodiscard]] fft::DeviceLimits limits_of(const DeviceInfo& device);

/// Throws std::invalid_argument with one sentence if the device does not compute in the precision.
void require_precision(const DeviceInfo& device, Precision precision);

/// Throws std::invalid_argument if the device gives no buffer of so many bytes.
void require_buffer(const DeviceInfo& device, std::int64_t bytes);

/// The device as tables name it: by its name, its platform, its version and its driver.
[[nodiscard]] fft::DeviceName table_name(const DeviceInfo& device);

/// The choices of a schedule for the device: no merged passes, and its known table if `table` is
/// null.
[[nodiscard]] fft::Choices choices_for(const DeviceInfo& device,
                                       const fft::TunedTable* table = nullptr);

}  // namespace tobiuo::opencl
