// SPDX-License-Identifier: BSD-3-Clause
// A column of a table in time, from a file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/case/flow/flow_case.hpp"

namespace tobiuo {

/// Values at times that increase, and between them.
///
/// Cubic     a cubic in each interval, with the slopes of F. N. Fritsch and J. Butland, SIAM J. Sci.
///           Stat. Comput. 5, 300 (1984): where values rise or fall so does it.
class TimeTable {
public:
    /// Reads the columns t and `column`. Throws InputError with the line that is wrong, or Unreadable.
    TimeTable(const TableSection& table, const std::string& column);

    /// The value at a time. Throws InputError, which begins with `key`, for one beyond the table where
    /// it is to be refused.
    [[nodiscard]] double at(double time, const std::string& key) const;

private:
    [[nodiscard]] double within(double time) const;
    void find_slopes();

    std::string file_;
    Position at_;
    TableEnds ends_;
    bool is_cubic_;
    std::vector<double> times_;
    std::vector<double> values_;
    std::vector<double> slopes_;
};

}  // namespace tobiuo
