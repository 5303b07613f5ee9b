// The refusal of a back end that this machine does not have.
#pragma once

#include <string_view>

#include <tobiuo/backend.hpp>

namespace tobiuo {

/// Throws DeviceError if this machine cannot run on the back end; `what` is the work that was asked
/// for, "transform", and `cure` what to do instead.
void require(Backend backend, std::string_view what, std::string_view cure = "choose Backend::cpu");

/// Throws std::invalid_argument if the back end is OpenCL, by which `what` is not there: "transform
/// on several ranks".
void refuse_opencl(Backend backend, std::string_view what);

}  // namespace tobiuo
