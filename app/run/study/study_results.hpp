// SPDX-License-Identifier: BSD-3-Clause
// The results of a study as a whole: study.json, study.csv and a table for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/case/study.hpp"
#include "app/run/study/study_convergence.hpp"
#include "app/run/study/study_row.hpp"

namespace tobiuo {

inline constexpr std::string_view study_json_name = "study.json";

struct StudyResults {
    const Study& study;
    std::vector<StudyRow> rows;                    ///< of the members, in their order
    std::vector<ConvergenceSeries> convergence{};  ///< empty without exact solutions
    std::string started{};                         ///< UTC
};

/// "done" if all members are, "interrupted" if some were not run, else "failed".
[[nodiscard]] std::string study_status(const std::vector<StudyRow>& rows);

/// study.json, schema `tobiuo-study-1` (docs/report.md).
[[nodiscard]] std::string study_json(const StudyResults& results);

/// study.csv: a row for each member.
[[nodiscard]] std::string study_csv(const StudyResults& results);

/// The table that is printed, in as many columns as have something in them.
[[nodiscard]] std::string study_table(const StudyResults& results);

/// Cells in columns that are as wide as the widest of them; the first `left` columns begin and the
/// others end at the same place. The first row is the heading.
[[nodiscard]] std::string aligned(const std::vector<std::vector<std::string>>& rows,
                                  std::size_t left);

}  // namespace tobiuo
