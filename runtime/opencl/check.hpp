// SPDX-License-Identifier: BSD-3-Clause
// Turns the status of an OpenCL call into an exception that says what was being done.
#pragma once

#include <CL/cl.h>

#include <source_location>
#include <string>
#include <string_view>

#include "runtime/device/error.hpp"

namespace tobiuo::opencl {

/// The name of a status as the OpenCL specification writes it: "CL_OUT_OF_RESOURCES".
[[nodiscard]] std::string name_of(cl_int status);

/// Builds the text out of line and throws DeviceError.
[[noreturn]] void fail(cl_int status, std::string_view doing, std::source_location at);

/// Throws DeviceError unless `status` is CL_SUCCESS. `doing` names the intent, not the call: "copy
/// the right-hand side to the device".
inline void check(cl_int status, std::string_view doing,
                  std::source_location at = std::source_location::current())
{
    if (status != CL_SUCCESS) [[unlikely]] {
        fail(status, doing, at);
    }
}

}  // namespace tobiuo::opencl
