// SPDX-License-Identifier: BSD-3-Clause
// What is said of the figures of a report: the summary, the page, the columns of a study.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace tobiuo {

/// The views of reports by the name of their solver, views.json:
///
///   title        the first lines of the summary
///   summary      its lines: label, sentence; a line whose sentence is empty is left out
///   label_width  of these lines
///   parts        words for the parts of the wall time, by their keys in `time`
///   ends         the word `end` of the verdict for each status
///   verdict      of the page; `diverged`: of a run that diverged
///   notices      sentences below it
///   tiles        label, value with its unit, note; left out where the value is empty
///   columns      of runs side by side: heading, value, and 1 where more is better or -1 where
///                less is
///   study        columns of a study: name in study.csv, heading in the table (empty if it is not
///                there), value
///
/// Values are as of value_of(), all other texts but names, labels and headings sentences for
/// filled(): those of the summary about the report and what summary_text() adds to it, the others
/// about the report, in the formats of format.js.
[[nodiscard]] const nlohmann::ordered_json& views();

/// What summary.txt says of a report, which has what the sentences of the summary name.
[[nodiscard]] std::string summary_of(const nlohmann::ordered_json& report);

/// Adds what follows from other figures, and is not in the reports of all versions, to a report
/// that was read: `time.words`, the wall time and its parts in words; `run.own_steps` of flow, the
/// steps that `run.seconds` is about; of poisson `run.transform_gflops`, the rate as of one
/// transform of all points, 5 N log2 N a solve (L. Gu, J. Siegel, X. Li, ICS 2011), and
/// `residual.at_rounding_level`.
void add_derived_figures(nlohmann::ordered_json& report);

/// The value of a path such as `run.gflops` or `flow.mean_velocity.0`, or of numbers multiplied and
/// divided from left to right: `run.seconds*1e3/run.sweeps`. Null where one of them is absent.
[[nodiscard]] nlohmann::ordered_json value_of(const nlohmann::ordered_json& report,
                                              std::string_view expression);

/// The sentence with the report's values in it. It may contain
///
///   {value}, {value:.3g}  a value_of(), formatted as fmt does, or as `bytes` ("1.88 GB"), `x` (a
///                         list: "96x48") or `#sweep` (a number: "3 sweeps")
///   [ of {value} s]       what is left out where a value in it is absent: null or not finite
///   [if value: ...]       what is left out, too, where the value is null, false, 0 or empty;
///   [if not value: ...]   where it is not
///   [else ...]            what is there where the bracket before was left out
///
/// The function of the same name in format.js does it on pages.
[[nodiscard]] std::string filled(std::string_view sentence, const nlohmann::ordered_json& report);

}  // namespace tobiuo
