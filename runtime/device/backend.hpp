// SPDX-License-Identifier: BSD-3-Clause
// The word of a back end, and the refusal of one that this machine does not have.
#pragma once

#include <optional>
#include <string_view>

#include <tobiuo/backend.hpp>

namespace tobiuo {

/// "cpu", "cuda" or "opencl": the words of cases, options, messages and JSON.
[[nodiscard]] std::string_view word_of(Backend backend);

/// The back end that options ask for, or default_backend(). Throws as that does.
[[nodiscard]] Backend chosen_backend(const std::optional<Backend>& asked);

/// Throws DeviceError if this machine cannot run on the back end; `what` is the work that was asked
/// for, "transform", and `cure` what to do instead.
void require(Backend backend, std::string_view what, std::string_view cure = "choose Backend::cpu");

/// Throws std::invalid_argument if the back end is OpenCL, by which `what` is not there: "transform
/// on several ranks".
void refuse_opencl(Backend backend, std::string_view what);

}  // namespace tobiuo
