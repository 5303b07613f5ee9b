// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/bodies/solid_cells.hpp"

#include <algorithm>
#include <cstddef>

namespace tobiuo {

void SolidCells::add(std::int64_t cell)
{
    std::vector<Run>& runs = bodies_.back();
    const std::int64_t row = cell / columns_;
    const auto column = static_cast<std::int32_t>(cell % columns_);
    if (!runs.empty() && runs.back().row == row && runs.back().end == column) {
        ++runs.back().end;
    } else {
        runs.push_back({.row = row, .begin = column, .end = column + 1});
    }
}

void SolidCells::read(const CellBox& cells, std::int64_t first, std::span<double> planes) const
{
    std::ranges::fill(planes, 0.0);
    const std::int64_t plane = cells.count[0] * cells.count[1];
    for (std::int64_t begin = 0; begin < std::ssize(planes); begin += plane, ++first) {
        const std::int64_t first_row = (cells.first[2] + first) * rows_ + cells.first[1];
        for (std::size_t number = bodies_.size(); number > 0; --number) {
            const std::vector<Run>& runs = bodies_[number - 1];
            auto run = std::ranges::lower_bound(runs, first_row, {}, &Run::row);
            for (; run != runs.end() && run->row < first_row + cells.count[1]; ++run) {
                const std::int64_t from = std::max<std::int64_t>(run->begin - cells.first[0], 0);
                const std::int64_t to =
                    std::min<std::int64_t>(run->end - cells.first[0], cells.count[0]);
                if (from < to) {
                    std::ranges::fill(
                        planes.subspan(static_cast<std::size_t>(
                                           begin + (run->row - first_row) * cells.count[0] + from),
                                       static_cast<std::size_t>(to - from)),
                        static_cast<double>(number));
                }
            }
        }
    }
}

}  // namespace tobiuo
