// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/ranks/rank_rows.hpp"

namespace tobiuo::poisson {

Problem slice_problem(Problem whole, const ranks::Slice& planes)
{
    const Unknowns all = unknowns(whole, 2);
    Axis& z = whole.grid.axes[2];
    // A Dirichlet wall on nodes is a node beside the unknowns; on cells it is the face of one.
    const std::int64_t outside = whole.grid.location == Location::node ? 1 : 0;
    const bool is_first = planes.first == 0;
    const bool is_last = planes.end() == all.count;
    if (is_first && is_last) {
        return whole;
    }
    const std::int64_t first = is_first && whole.sides[2].lower != Condition::periodic
                                   ? 0
                                   : all.first + planes.first - outside;
    const std::int64_t end = is_last && whole.sides[2].upper != Condition::periodic
                                 ? z.cells
                                 : all.first + planes.end() - 1 + (outside > 0 ? outside : 1);
    Axis slice{.cells = end - first, .lower = z.node(first), .upper = z.node(end)};
    if (z.stretched()) {
        slice.nodes.assign(z.nodes.begin() + first, z.nodes.begin() + end + 1);
    }
    if (!is_first || whole.sides[2].lower == Condition::periodic) {
        whole.sides[2].lower = Condition::dirichlet;
    }
    if (!is_last || whole.sides[2].upper == Condition::periodic) {
        whole.sides[2].upper = Condition::dirichlet;
    }
    z = slice;
    return whole;
}

}  // namespace tobiuo::poisson
