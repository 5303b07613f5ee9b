// SPDX-License-Identifier: BSD-3-Clause
// JSON from a file that a stranger may have written.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "app/input/input_file.hpp"
#include "runtime/tuning/json_bounds.hpp"

namespace tobiuo {

/// The bounds of reports, studies, benchmarks and manifests, which tobiuo's own stay far below.
inline constexpr tuning::JsonBounds usual_json{.depth = 32, .values = 2'000'000, .entries = 2000};
/// The largest file of these that is read.
inline constexpr std::uintmax_t most_json_bytes = 64U << 20U;

/// Parses a text within bounds, so that what is made of it may be copied, compared and written by
/// functions that recurse. Throws Unreadable if it is beyond them or no JSON.
[[nodiscard]] nlohmann::ordered_json input_json(std::string_view text,
                                                const tuning::JsonBounds& bounds = usual_json);

}  // namespace tobiuo
