// SPDX-License-Identifier: BSD-3-Clause
// Runs the parts of a command: each error becomes a sentence on stderr and an exit code, and none
// stops the other parts.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/errors.hpp"
#include "app/ranks/world.hpp"

namespace tobiuo {

/// Runs `command`, the only place where errors are caught, and returns its code, or that of what
/// it threw. If the result is "done" but stdout did not take all of the text (a full disk), it
/// returns the code of that error.
[[nodiscard]] ExitCode guarded(const std::function<ExitCode()>& command);

/// A part of a command, such as one of its cases.
struct Part {
    std::string name;
    std::function<ExitCode()> act = {};
    std::optional<ExitCode> code = {};  ///< absent until it was run
};

/// Runs the parts that have no code yet, in order. What one throws is reported at once and becomes
/// its code; after a signal the rest is not run. Returns the first code that is not `done`. All
/// ranks of `world` call it.
[[nodiscard]] ExitCode run_in_turn(std::vector<Part>& parts, const World& world);

/// The meaning of a code in two words at most: "bad input".
[[nodiscard]] std::string_view word_of(ExitCode code);

/// A line for each part, with its code; `what` names them: "cases".
[[nodiscard]] std::string outcomes_text(std::string_view what, const std::vector<Part>& parts);

}  // namespace tobiuo
