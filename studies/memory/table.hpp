// SPDX-License-Identifier: BSD-3-Clause
// The tables of the memory study: our figures, and beside them the papers' at the same x.
#pragma once

#include <string>
#include <vector>

#include "studies/memory/study.hpp"

namespace tobiuo::memory_study {

/// The lines of title, conditions and headings.
[[nodiscard]] std::string table_head(const Study& study);

/// One row: the values of all forms at `x`, "-" if there is none, then the papers' values.
[[nodiscard]] std::string table_row(const Study& study, double x,
                                    const std::vector<std::string>& cells);

/// A number of bytes that is a power of two, in words: "16 KiB", "1 GiB".
[[nodiscard]] std::string binary_bytes_text(double bytes);

/// A value with four digits: "4213" or "71.7".
[[nodiscard]] std::string cell_of(double value);

/// A line for each figure of a paper whose x is not in the study.
[[nodiscard]] std::string table_foot(const Study& study);

}  // namespace tobiuo::memory_study
