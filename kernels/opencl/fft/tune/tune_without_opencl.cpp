// SPDX-License-Identifier: BSD-3-Clause
// Builds without OpenCL's headers have no device whose transforms could be tuned.
#include "kernels/fft/tune/tune_device.hpp"
#include "runtime/device/error.hpp"
#include "runtime/opencl/survey.hpp"

namespace tobiuo::fft {

const Tuner& opencl_tuner()
{
    throw device::DeviceError{"cannot tune a transform with OpenCL: " +
                              opencl::unsupported_reason().value()};
}

}  // namespace tobiuo::fft
