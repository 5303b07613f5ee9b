// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/walls/wall_planes.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "kernels/walls/wall_item.hpp"
#include "runtime/threads.hpp"

namespace tobiuo::poisson {

WallPlanes::WallPlanes(WallBox walls, const walls::GivenFaces<double>& given)
    : walls_{std::move(walls)},
      given_{given},
      box_{walls::only_changing(walls_.on_host(), given_)},
      curvatures_{static_cast<std::size_t>(box_.needs_curvatures() ? box_.points : 0)}
{
}

/// Calls visit(item) for the points of walls whose unknowns lie in `count` planes.
template <typename Visit>
void WallPlanes::for_each_item(std::int64_t first, std::int64_t count, const Visit& visit) const
{
    for (int face = 0; face < walls::face_count; ++face) {
        const int axis = face / 2;
        const bool upright = axis != 2;  // its points are [z][x or y]
        const std::int64_t edge = face % 2 == 0 ? 0 : box_.counts[2] - 1;
        const bool beside = upright || (first <= edge && edge < first + count);
        if (box_.faces[face].rows == 0 || !beside) {
            continue;
        }
        const std::int64_t line = box_.counts[walls::faster_axis(axis)];
        const std::int64_t begin = box_.faces[face].first + (upright ? first * line : 0);
        const std::int64_t end = begin + (upright ? count * line : box_.face_points(face));
        [[maybe_unused]] const int threads =
            threads_for(end - begin, walls::Correct<double>::kind.nanoseconds);
#pragma omp parallel for schedule(static) num_threads(threads)
        for (std::int64_t item = begin; item < end; ++item) {
            visit(item);
        }
    }
}

void WallPlanes::subtract_from(std::int64_t first, std::span<double> planes)
{
    const std::int64_t plane = box_.counts[0] * box_.counts[1];
    const std::int64_t count = std::ssize(planes) / plane;
    const bool at_edge = first == 0 || first + count == box_.counts[2];
    if (at_edge && box_.needs_curvatures() &&
        count < std::min<std::int64_t>(walls::extrapolation_points, box_.counts[2])) {
        throw std::invalid_argument{
            "the first and the last plane of a right-hand side come without the next two (a wall "
            "needs three planes at a time): give more planes"};
    }
    // Items find an unknown by its place in the whole array, of which `planes` begins at `first`.
    const walls::Arguments<double, double> arguments{.box = box_,
                                                     .given = given_,
                                                     .f = planes.data() - first * plane,
                                                     .curvatures = curvatures_.data()};
    if (box_.needs_curvatures()) {
        for_each_item(first, count, walls::FindCurvature<double>{arguments});
    }
    for_each_item(first, count, walls::Correct<double>{arguments});
}

ranks::Slice source_planes(const Problem& problem, const ranks::Slice& own)
{
    const bool extrapolates = problem.op == Operator::fourth_order;
    const std::int64_t all = unknowns(problem, 2).count;
    const std::int64_t beside = std::min<std::int64_t>(walls::extrapolation_points, all);
    if (!extrapolates || own.count == 0) {
        return own;
    }
    std::int64_t first = own.first;
    std::int64_t end = own.end();
    if (own.first < beside) {
        first = 0;
        end = std::max(end, beside);
    }
    if (own.end() > all - beside) {
        first = std::min(first, all - beside);
        end = all;
    }
    return {.first = first, .count = end - first};
}

}  // namespace tobiuo::poisson
