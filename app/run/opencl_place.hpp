// The OpenCL device of a run: whether there is one, in words, and its memory.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/opencl/survey.hpp"

namespace tobiuo {

/// The device in words: "OpenCL device 0, Radeon RX 7900 (rusticl)".
[[nodiscard]] std::string opencl_text(const opencl::DeviceInfo& device);

/// The device that `backend: auto` may take: no CPU, for the program's own CPU back end is faster
/// than OpenCL there; null if there is none. On a machine without a sign of a GPU no OpenCL driver
/// is loaded to find that out.
[[nodiscard]] const opencl::DeviceInfo* automatic_opencl_device();

/// Bytes of memory that a case may take of the device: all of them, because OpenCL does not tell
/// what is free, and of a CPU's what is free on the host.
[[nodiscard]] std::int64_t opencl_free_bytes(const opencl::DeviceInfo& device);

}  // namespace tobiuo
