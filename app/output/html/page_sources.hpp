// SPDX-License-Identifier: BSD-3-Clause
// What a page tells about, as JSON that its script reads: folders of runs, files of benchmarks.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace tobiuo {

/// How much of each source gets into a page.
struct PageRoom {
    std::size_t numbers;        ///< of a run's tables; 0 leaves them out
    std::size_t picture_bytes;  ///< of all pictures of a run, as base64
    std::size_t case_bytes;     ///< of case.resolved.yaml
    std::size_t rows;           ///< of a benchmark
    bool plans = true;          ///< in its rows
};

/// What a page shows of a source that was read, in so much room.
using PageSource = std::function<nlohmann::ordered_json(const PageRoom& room)>;

/// Reads a run from the files in its folder, as much as `room` may show: {"report", "history",
/// "statistics", "probes", "lines", "spectra", "case", "pictures"}. Throws InputError if report.json cannot be read or is
/// none of a run; warns of other files that are passed over.
[[nodiscard]] PageSource run_source(const std::filesystem::path& folder, const PageRoom& room);

/// Reads the JSON of a benchmark: {"name", "bench"}, its numbers to six digits. Throws InputError if
/// `text` is no object with a schema; `name` is said and shown.
[[nodiscard]] PageSource bench_source(const std::string& text, const std::string& name);

/// The text of a file that the user names. Throws InputError if it cannot be read.
[[nodiscard]] std::string text_of_source(const std::filesystem::path& file);

/// Rounds all numbers that are not whole to the digits that a page shows.
void round_all(nlohmann::ordered_json& json);

}  // namespace tobiuo
