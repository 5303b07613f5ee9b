// The tuned configurations that are known for an OpenCL device.
#pragma once

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "runtime/opencl/survey.hpp"

namespace tobiuo::opencl {

/// The device as tables name it: by its name, its platform, its version and its driver.
[[nodiscard]] fft::DeviceName table_name(const DeviceInfo& device);

/// The choices of a schedule for the device: no merged passes, and its known table if `table` is
/// null.
[[nodiscard]] fft::Choices choices_for(const DeviceInfo& device,
                                       const fft::TunedTable* table = nullptr);

}  // namespace tobiuo::opencl
