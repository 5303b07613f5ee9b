// SPDX-License-Identifier: BSD-3-Clause
// Where a plan or a solver runs, and in which precision.
#pragma once

#include <optional>
#include <string>

namespace tobiuo {

enum class Backend {
    cpu,    ///< threads of the host; arrays are in host memory
    cuda,   ///< the CUDA device that is current; arrays are in memory that this device can reach
    opencl  ///< one OpenCL device of the machine, the best or the one that TOBIUO_OPENCL_DEVICE
            ///< names; arrays are in host memory and are copied, except those of untyped calls
};

/// The precision of floating-point numbers: single (4 bytes) or double (8 bytes).
enum class Precision { fp32, fp64 };

/// The reason why this machine cannot run on the back end, as one clause: no NVIDIA driver is
/// installed, for instance, or no NVRTC library compiles kernels for the current device. Nothing if
/// it can. Throws DeviceError if the device reports the failure of earlier work.
[[nodiscard]] std::optional<std::string> unsupported_reason(Backend backend);

/// The back end of a plan or a solver whose options name none: cuda where this machine can, else
/// cpu; never opencl, whose arrays are of another kind.
[[nodiscard]] Backend default_backend();

}  // namespace tobiuo
