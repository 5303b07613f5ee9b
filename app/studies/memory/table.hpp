// The tables of the memory study: ours, and beside them what the papers have at the same x.
#pragma once

#include <string>
#include <vector>

#include "app/studies/memory/study.hpp"

namespace tobiuo::memory_study {

/// Title, conditions and headings.
[[nodiscard]] std::string table_head(const Study& study);

/// One row: the values of all forms at `x`, "-" where there is none, then the papers'.
[[nodiscard]] std::string table_row(const Study& study, double x,
                                    const std::vector<std::string>& cells);

/// "4213" or "71.7": a value with four digits.
[[nodiscard]] std::string cell_of(double value);

/// A line for each figure of a paper that stands at no x of the study.
[[nodiscard]] std::string table_foot(const Study& study);

}  // namespace tobiuo::memory_study
