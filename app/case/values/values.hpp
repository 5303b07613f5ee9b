// SPDX-License-Identifier: BSD-3-Clause
// Values of a case that are more than numbers and words: grids, expressions, files, bytes, times.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "app/errors.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

/// The grid of a case in a box: axes of equal cells, perhaps stretched ones, perhaps absent ones.
struct BoxGrid {
    Grid grid;           ///< absent axes have one cell, and a stretched axis has its nodes
    int dimensions = 3;  ///< number of axes whose cells the case gives
    /// The expressions in s in [0, 1] that gave the nodes of stretched axes; else empty.
    std::array<std::string, 3> stretching = {};
    Position at = {};  ///< of the section
};

/// A number or an expression in x, y and z ("0", "sin(pi*x)"). It parses, but it has not been
/// evaluated.
struct FieldExpression {
    std::string text = "0";
    Position at;  ///< position of the value, for errors that only evaluating shows
};

/// A file that a case names.
struct NamedFile {
    std::filesystem::path path;  ///< resolved; exists when the case was read
    Position at;                 ///< position of the value, for errors that only reading shows
};

/// An array of a file of fields.
struct FieldFile {
    std::filesystem::path path;  ///< as of NamedFile
    std::string field;
    std::optional<int> component{};  ///< of an array of vectors, counted from 0
    Position at;
};

using FieldSource = std::variant<FieldExpression, FieldFile>;

struct MemorySize {
    std::string text;  ///< as the case gives it: "4 GiB"
    std::int64_t bytes{};
};

/// A span of wall time.
struct TimeSpan {
    std::string text;  ///< as the case gives it: "10 min"
    double seconds{};
};

/// When the state of a run is kept, so that it can be restarted.
struct CheckpointSection {
    TimeSpan every = {.text = "10 min", .seconds = 600.0};  ///< of wall time
    std::int64_t keep = 2;                                  ///< how many, the newest
};

}  // namespace tobiuo
