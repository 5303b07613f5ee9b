// SPDX-License-Identifier: BSD-3-Clause
// Where in the source a call stands, for messages.
#pragma once

#include <source_location>
#include <string>

namespace tobiuo {

/// The file, from the root of the source, and the line: "runtime/device/stream.hpp:18".
[[nodiscard]] std::string place_in_tree(const std::source_location& at);

}  // namespace tobiuo
