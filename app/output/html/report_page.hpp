// SPDX-License-Identifier: BSD-3-Clause
// report.html: one offline page about runs or benchmarks, made from the files that they wrote.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "app/output/run_folder.hpp"

namespace tobiuo {

inline constexpr const char* page_name = "report.html";
/// Bytes that no page exceeds.
inline constexpr std::size_t largest_page = 400'000;

/// The page about `sources`, each the folder of a run or a study or the JSON file of a benchmark;
/// several runs stand side by side, and beside other sources a study is shown by its members. What
/// is too much for a page is thinned or made smaller. Throws InputError where a source is none of
/// these, and where so many do not fit into a page.
[[nodiscard]] std::string report_page(std::span<const std::filesystem::path> sources);

/// The page about a benchmark whose JSON is `text`, and which is shown as `name`.
[[nodiscard]] std::string bench_page(const std::string& text, const std::string& name);

/// The file of the page of a benchmark whose JSON is in `json`: "fft.html" beside "fft.json".
[[nodiscard]] std::filesystem::path page_beside(const std::filesystem::path& json);

/// Adds the page to the results of a run, made from those that are there so far. Warns if it cannot
/// be made.
void add_report_page(RunFolder& folder);

/// Adds the page to the results of a study, whose study.json is `study`: that of those members,
/// whose folders are in `folder`, that have results. Without any there is none. Warns if it cannot
/// be made.
void add_study_page(RunFolder& folder, const std::string& study);

/// Writes the page of the finished run or study in `folder` anew, and its line of the manifest. Throws
/// InputError, also where another run is at work there, or OutputError.
void renew_report_page(const std::filesystem::path& folder);

}  // namespace tobiuo
