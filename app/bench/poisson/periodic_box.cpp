#include "app/bench/poisson/periodic_box.hpp"

#include <algorithm>
#include <cstddef>

namespace tobiuo::poisson_bench {
namespace {

using poisson::Condition;
using poisson::Problem;
using poisson::Sides;

std::int64_t boxes_in_a_period(const Sides& sides)
{
    if (sides.lower == Condition::periodic) {
        return 1;
    }
    return sides.lower == sides.upper ? 2 : 4;
}

int parity(Condition condition)
{
    return condition == Condition::dirichlet ? -1 : 1;
}

}  // namespace

std::vector<Image> images_of(const Problem& problem, int axis)
{
    const Sides& sides = problem.sides.at(static_cast<std::size_t>(axis));
    const std::int64_t cells = problem.grid.axes.at(static_cast<std::size_t>(axis)).cells;
    const poisson::Unknowns known = poisson::unknowns(problem, axis);
    // The image of point n in a wall at node w is 2 w - n on nodes and 2 w - 1 - n on cells.
    const std::int64_t shift = problem.grid.location == Location::node ? 0 : 1;
    const std::int64_t period = boxes_in_a_period(sides) * cells;
    std::vector<Image> images;
    images.reserve(static_cast<std::size_t>(period));
    for (std::int64_t n = 0; n < period; ++n) {
        std::int64_t point = n;
        int sign = 1;
        if (point > 2 * cells - shift) {  // beyond the second wall's image of the lower one
            point = 4 * cells - shift - point;
            sign *= parity(sides.lower);
        }
        if (point > cells - shift && period > cells) {
            point = 2 * cells - shift - point;
            sign *= parity(sides.upper);
        }
        const std::int64_t source = point - known.first;
        const bool unknown = source >= 0 && source < known.count;
        images.push_back(unknown ? Image{.source = static_cast<int>(source), .sign = sign}
                                 : Image{});
    }
    return images;
}

Problem periodic_problem(const Problem& problem)
{
    Problem periodic = problem;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Axis& one = periodic.grid.axes.at(axis);
        const double width = one.spacing();
        one.cells *= boxes_in_a_period(problem.sides.at(axis));
        one.upper = one.lower + width * static_cast<double>(one.cells);
        periodic.sides.at(axis) = {Condition::periodic, Condition::periodic};
    }
    return periodic;
}

}  // namespace tobiuo::poisson_bench
