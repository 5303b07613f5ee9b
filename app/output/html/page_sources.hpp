// What a page tells about, as JSON that its script reads: folders of runs, files of benchmarks.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace tobiuo {

/// How much of each source gets into a page.
struct PageRoom {
    std::size_t numbers;        ///< of a run's tables
    std::size_t picture_bytes;  ///< of all pictures of a run, as base64
    std::size_t case_bytes;     ///< of case.resolved.yaml
    std::size_t rows;           ///< of a benchmark
    bool plans = true;          ///< in its rows
};

/// A run from the files in its folder: {"report", "history", "statistics", "probes", "case",
/// "pictures"}. Throws InputError if report.json is not there or is none of a run.
[[nodiscard]] nlohmann::ordered_json run_source(const std::filesystem::path& folder,
                                                const PageRoom& room);

/// The JSON of a benchmark: {"name", "bench"}, its numbers to six digits. Throws InputError if
/// `text` is no object with a schema; `name` is said and shown.
[[nodiscard]] nlohmann::ordered_json bench_source(const std::string& text, const std::string& name,
                                                  const PageRoom& room);

/// The text of a file. Throws InputError if it cannot be read.
[[nodiscard]] std::string text_of_source(const std::filesystem::path& file);

}  // namespace tobiuo
