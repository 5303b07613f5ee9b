// SPDX-License-Identifier: BSD-3-Clause
// The memory bandwidth of an OpenCL device in Himeno's mix.
#pragma once

#include <cstdint>

#include "runtime/memory/ceiling.hpp"

namespace tobiuo::opencl {

/// The probe of the chosen device: thirteen arrays read, one written, `bytes` in all. A pass is
/// timed from its launch to its end, so that small sizes show the launch as well. Throws
/// DeviceError, also in a build without OpenCL headers.
[[nodiscard]] memory::CeilingProbe make_probe(std::int64_t bytes);

}  // namespace tobiuo::opencl
