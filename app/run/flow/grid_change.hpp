// SPDX-License-Identifier: BSD-3-Clause
// Values of a flow on other cells of the same box.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <tobiuo/flow/problem.hpp>

namespace tobiuo {

/// A part of a value of another grid.
struct Share {
    std::size_t of{};
    double weight{};
};
/// What makes each value along an axis from those of another grid along it.
using Shares = std::vector<std::vector<Share>>;

/// Means over the cells of `to` from those over the cells of `from`, in each of which the slope is
/// that between its neighbours. Sums of mean times width are kept, and what is linear stays so up to
/// the ends. One cell stands for all.
[[nodiscard]] Shares shares_of_cells(const Axis& from, const Axis& to, bool periodic);

/// Values at the upper ends of the cells of `to` from those at all cells + 1 nodes of `from`, between
/// which they are linear.
[[nodiscard]] Shares shares_of_nodes(const Axis& from, const Axis& to);

/// Values [z][y][x] on another grid; `counts` are those given along x, y and z.
[[nodiscard]] std::vector<double> on_other_cells(std::vector<double> values,
                                                 std::array<std::size_t, 3> counts,
                                                 const std::array<Shares, 3>& shares);

/// Why values on the grid `there` cannot be those of the problem, as what a subject "has"; empty if
/// they can: both have the same box, or nothing changes along an axis of one cell.
[[nodiscard]] std::string box_objection(const Grid& there, const flow::Problem& problem);

}  // namespace tobiuo
