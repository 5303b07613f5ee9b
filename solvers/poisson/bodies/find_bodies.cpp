// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/bodies/find_bodies.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "runtime/each_at_once.hpp"
#include "runtime/threads.hpp"
#include "solvers/poisson/ranks/near_solver.hpp"

namespace tobiuo::poisson {
namespace {

using Index = std::array<std::int64_t, 3>;

constexpr int outside = -1;

class BodyFinder {
public:
    BodyFinder(const Problem& problem, const std::vector<Body>& bodies)
        : problem_{problem}, bodies_{bodies}
    {
        for (int axis = 0; axis < 3; ++axis) {
            const auto of_axis = static_cast<std::size_t>(axis);
            counts_.at(of_axis) = unknowns(problem, axis).count;
            for (std::int64_t n = 0; n < counts_.at(of_axis); ++n) {
                positions_.at(of_axis).push_back(position(problem, axis, n));
            }
        }
        find();
    }

    [[nodiscard]] FoundBodies found() const
    {
        FoundBodies all;
        for (std::int64_t k = 0; k < counts_[2]; ++k) {
            for (std::int64_t j = 0; j < counts_[1]; ++j) {
                if (is_near_body(j, k)) {
                    add_row(j, k, all);
                }
            }
        }
        return all;
    }

private:
    /// Whether a row of unknowns along x, or one beside it, goes through a body.
    [[nodiscard]] bool is_near_body(std::int64_t j, std::int64_t k) const
    {
        const auto has_body = [&](std::int64_t row_j, std::int64_t row_k) {
            const std::int64_t row =
                (row_k + counts_[2]) % counts_[2] * counts_[1] + (row_j + counts_[1]) % counts_[1];
            return rows_with_bodies_[static_cast<std::size_t>(row)] != 0;
        };
        return has_body(j, k) || has_body(j - 1, k) || has_body(j + 1, k) || has_body(j, k - 1) ||
               has_body(j, k + 1);
    }

    void add_row(std::int64_t j, std::int64_t k, FoundBodies& all) const
    {
        std::int64_t at = place_of({0, j, k});
        for (std::int64_t i = 0; i < counts_[0]; ++i, ++at) {
            if (const int body = body_at(at); body != outside) {
                all.inside.push_back({.at = at, .value = value_of(body)});
                all.body_of_inside.push_back(body);
            } else if (const auto cell = surface_cell({i, j, k}); cell.faces > 0) {
                all.surface.push_back(cell);
            }
        }
    }

    void find()
    {
        const std::int64_t plane = counts_[0] * counts_[1];
        of_unknown_.assign(static_cast<std::size_t>(plane * counts_[2]), outside);
        rows_with_bodies_.assign(static_cast<std::size_t>(counts_[1] * counts_[2]), 0);
        each_at_once(counts_[1] * counts_[2], threads_for(plane * counts_[2], 50.0),
                     [&](std::int64_t row) { find_in_row(row); });
    }

    void find_in_row(std::int64_t row)
    {
        const double y = positions_[1].at(static_cast<std::size_t>(row % counts_[1]));
        const double z = positions_[2].at(static_cast<std::size_t>(row / counts_[1]));
        for (std::int64_t i = 0; i < counts_[0]; ++i) {
            const double x = positions_[0].at(static_cast<std::size_t>(i));
            const auto found = std::ranges::find_if(
                bodies_, [&](const Body& body) { return body.inside(x, y, z); });
            if (found != bodies_.end()) {
                of_unknown_.at(static_cast<std::size_t>(row * counts_[0] + i)) =
                    static_cast<int>(found - bodies_.begin());
                rows_with_bodies_[static_cast<std::size_t>(row)] = 1;
            }
        }
    }

    [[nodiscard]] int body_at(std::int64_t at) const
    {
        return of_unknown_.at(static_cast<std::size_t>(at));
    }
    [[nodiscard]] double value_of(int body) const
    {
        return bodies_.at(static_cast<std::size_t>(body)).value.value_or(0.0);
    }

    /// The length along an axis that an unknown stands for.
    [[nodiscard]] double width(std::size_t axis, std::int64_t index) const
    {
        const Axis& along = problem_.grid.axes.at(axis);
        if (problem_.grid.location == Location::cell) {
            return along.node(index + 1) - along.node(index);
        }
        const std::int64_t node = unknowns(problem_, static_cast<int>(axis)).first + index;
        const bool goes_round = is_periodic(axis);
        const std::int64_t before = node > 0 || goes_round ? node - 1 : node;
        const std::int64_t after = node < along.cells || goes_round ? node + 1 : node;
        return 0.5 * (node_at(axis, after) - node_at(axis, before));
    }
    [[nodiscard]] double node_at(std::size_t axis, std::int64_t node) const
    {
        const Axis& along = problem_.grid.axes.at(axis);
        const std::int64_t rounds = node < 0 ? -1 : node > along.cells ? 1 : 0;
        return along.node(node - rounds * along.cells) +
               static_cast<double>(rounds) * (along.upper - along.lower);
    }
    [[nodiscard]] bool is_periodic(std::size_t axis) const
    {
        return problem_.sides.at(axis).lower == Condition::periodic;
    }

    /// The distance to the neighbour of an unknown along an axis.
    [[nodiscard]] double distance(std::size_t axis, std::int64_t index, std::int64_t step) const
    {
        const auto place = [&](std::int64_t n) {
            const Axis& along = problem_.grid.axes.at(axis);
            const std::int64_t count = counts_.at(axis);
            const std::int64_t rounds = n < 0 ? -1 : n >= count ? 1 : 0;
            return positions_.at(axis).at(static_cast<std::size_t>(n - rounds * count)) +
                   static_cast<double>(rounds) * (along.upper - along.lower);
        };
        return std::abs(place(index + step) - place(index));
    }

    [[nodiscard]] walls::SurfaceCell surface_cell(const Index& index) const
    {
        walls::SurfaceCell cell{.at = place_of(index), .volume = 1.0};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            cell.volume *= width(axis, index.at(axis));
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const std::int64_t step : {-1, 1}) {
                Index beside = index;
                beside.at(axis) += step;
                const std::int64_t count = counts_.at(axis);
                const bool is_beyond = beside.at(axis) < 0 || beside.at(axis) >= count;
                if (is_beyond && !is_periodic(axis)) {
                    continue;
                }
                beside.at(axis) = (beside.at(axis) + count) % count;
                const int body = body_at(place_of(beside));
                if (body == outside) {
                    continue;
                }
                cell.add_face(place_of(beside), distance(axis, index.at(axis), step),
                              width(axis, index.at(axis)));
                if (bodies_.at(static_cast<std::size_t>(body)).value) {
                    cell.hold_last_face(part_to_surface(index, axis, step), value_of(body));
                }
            }
        }
        return cell;
    }

    /// The part of the way from an unknown outside to its neighbour inside at which the surface is,
    /// not less than a twentieth, which would make a value of L^-1 A as large as that is small.
    [[nodiscard]] double part_to_surface(const Index& index, std::size_t axis,
                                         std::int64_t step) const
    {
        constexpr int halvings = 40;
        constexpr double fewest = 0.05;
        std::array<double, 3> place{};
        for (std::size_t n = 0; n < 3; ++n) {
            place.at(n) = positions_.at(n).at(static_cast<std::size_t>(index.at(n)));
        }
        const double here = place.at(axis);
        const double way = static_cast<double>(step) * distance(axis, index.at(axis), step);
        double least = 0.0;
        double most = 1.0;
        for (int halving = 0; halving < halvings; ++halving) {
            const double middle = 0.5 * (least + most);
            place.at(axis) = in_period(axis, here + middle * way);
            const bool is_inside = std::ranges::any_of(bodies_, [&](const Body& body) {
                return body.inside(place[0], place[1], place[2]);
            });
            (is_inside ? most : least) = middle;
        }
        return std::max(fewest, 0.5 * (least + most));
    }
    [[nodiscard]] double in_period(std::size_t axis, double position) const
    {
        const Axis& along = problem_.grid.axes.at(axis);
        const double length = is_periodic(axis) ? along.upper - along.lower : 0.0;
        return position < along.lower   ? position + length
               : position > along.upper ? position - length
                                        : position;
    }

    [[nodiscard]] std::int64_t place_of(const Index& index) const
    {
        return (index[2] * counts_[1] + index[1]) * counts_[0] + index[0];
    }

    const Problem& problem_;
    const std::vector<Body>& bodies_;
    Index counts_{};
    std::array<std::vector<double>, 3> positions_;
    std::vector<int> of_unknown_;
    std::vector<char> rows_with_bodies_;  ///< of each row along x
};

}  // namespace

FoundBodies find_bodies(const Problem& problem, const std::vector<Body>& bodies)
{
    return BodyFinder{problem, bodies}.found();
}

bool touches_conductor(const std::vector<walls::SurfaceCell>& surface)
{
    return std::ranges::any_of(
        surface, [](const walls::SurfaceCell& cell) { return cell.steepness_of_all() > 0.0; });
}

std::int64_t surface_bytes(const Problem& problem, std::int64_t beside)
{
    constexpr std::int64_t vectors = 7 * sizeof(double);
    constexpr std::int64_t of_cell = sizeof(walls::SurfaceCell) + vectors;
    return beside * of_cell + near_solver_bytes(problem);
}

}  // namespace tobiuo::poisson
