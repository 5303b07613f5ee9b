// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/poisson/poisson_whole_grid.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include "runtime/threads.hpp"
#include "solvers/poisson/sample.hpp"

namespace tobiuo {
namespace {

/// Calls visit(first value of a row in planes of the whole grid, first one among the unknowns) for
/// each row of unknowns in `planes` planes of z.
template <typename Visit>
void for_each_row(const poisson::Problem& problem, std::int64_t planes, const Visit& visit)
{
    const auto x = poisson::unknowns(problem, 0);
    const auto y = poisson::unknowns(problem, 1);
    const std::int64_t row = problem.grid.values(0);
    const std::int64_t rows = planes * y.count;
    [[maybe_unused]] const int threads = threads_for(rows * x.count, 1.0);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::int64_t n = 0; n < rows; ++n) {
        const std::int64_t line = n / y.count * problem.grid.values(1) + y.first + n % y.count;
        visit(line * row + x.first, n * x.count);
    }
}

/// Planes of nodes, made of those of the unknowns. Planes are [y][x].
class NodePlanes {
public:
    NodePlanes(poisson::Problem problem, poisson::PlaneReader unknowns, const WallNodes& walls)
        : problem_{std::move(problem)}, unknowns_{std::move(unknowns)}, walls_{&walls}
    {
    }

    void operator()(std::int64_t first, std::span<double> planes) const
    {
        std::ranges::fill(planes, 0.0);
        add_unknowns(first, planes);
        const auto plane = static_cast<std::size_t>(rows_ * row_);
        for (std::size_t at = 0; at < planes.size(); at += plane) {
            add_known(first + static_cast<std::int64_t>(at / plane), planes.subspan(at, plane));
        }
    }

private:
    [[nodiscard]] bool is_periodic(std::size_t axis) const
    {
        return problem_.sides.at(axis).lower == poisson::Condition::periodic;
    }

    void add_unknowns(std::int64_t first, std::span<double> planes) const
    {
        const std::int64_t plane = rows_ * row_;
        const poisson::Unknowns z = poisson::unknowns(problem_, 2);
        const std::int64_t begin = std::max(first, z.first);
        const std::int64_t end = std::min(first + std::ssize(planes) / plane, z.first + z.count);
        if (begin >= end) {
            return;
        }
        std::vector<double> values(
            static_cast<std::size_t>((end - begin) * poisson::blocks_of(problem_).values));
        unknowns_(begin - z.first, values);
        const std::int64_t count = poisson::unknowns(problem_, 0).count;
        for_each_row(problem_, end - begin, [&](std::int64_t whole, std::int64_t unknown) {
            std::copy_n(values.begin() + unknown, count,
                        planes.begin() + (begin - first) * plane + whole);
        });
    }

    void add_known(std::int64_t z, std::span<double> plane) const
    {
        if (z == planes_ - 1 && is_periodic(2)) {
            return (*this)(0, plane);
        }
        add_walls(z, plane);
        for (std::int64_t y = 0; is_periodic(0) && y < rows_; ++y) {
            const auto line = plane.begin() + y * row_;
            line[row_ - 1] = line[0];
        }
        if (is_periodic(1)) {
            std::copy_n(plane.begin(), row_, plane.end() - row_);
        }
    }

    /// Adds the nodes on the walls, those of later axes over the others.
    void add_walls(std::int64_t z, std::span<double> plane) const
    {
        for (std::int64_t end = 0; end < 2; ++end) {
            const std::vector<double>& values = wall(0, end);
            for (std::int64_t y = 0; !values.empty() && y < rows_; ++y) {
                plane[static_cast<std::size_t>(y * row_ + end * (row_ - 1))] =
                    values[static_cast<std::size_t>(z * rows_ + y)];
            }
        }
        for (std::int64_t end = 0; end < 2; ++end) {
            if (const std::vector<double>& values = wall(1, end); !values.empty()) {
                std::copy_n(values.begin() + z * row_, row_,
                            plane.begin() + end * (rows_ - 1) * row_);
            }
        }
        for (std::int64_t end = 0; end < 2; ++end) {
            if (z == end * (planes_ - 1) && !wall(2, end).empty()) {
                std::ranges::copy(wall(2, end), plane.begin());
            }
        }
    }

    [[nodiscard]] const std::vector<double>& wall(std::size_t axis, std::int64_t end) const
    {
        return walls_->at(axis).at(static_cast<std::size_t>(end));
    }

    poisson::Problem problem_;
    poisson::PlaneReader unknowns_;
    const WallNodes* walls_;
    std::int64_t row_ = problem_.grid.values(0);
    std::int64_t rows_ = problem_.grid.values(1);
    std::int64_t planes_ = problem_.grid.values(2);
};

}  // namespace

bool has_wall_nodes(const poisson::Problem& problem, int axis, int end)
{
    const poisson::Sides& sides = problem.sides.at(static_cast<std::size_t>(axis));
    return problem.grid.location == Location::node &&
           (end == 0 ? sides.lower : sides.upper) == poisson::Condition::dirichlet;
}

std::vector<double> sample_wall(const Expression& value, const Grid& grid, int axis, int end)
{
    // The face is sampled as a grid of one layer of cells, both sides of which lie on the wall.
    Grid layer{.axes = grid.axes, .location = Location::node};
    Axis& across = layer.axes.at(static_cast<std::size_t>(axis));
    const double wall = end == 0 ? across.lower : across.upper;
    across = {.cells = 1, .lower = wall, .upper = wall};
    std::vector<double> twice(static_cast<std::size_t>(shape_of(layer).values()));
    poisson::sample_grid(value, layer, twice);

    std::size_t block = 1;  // values of one side
    for (int before = 0; before < axis; ++before) {
        block *= static_cast<std::size_t>(layer.values(before));
    }
    std::vector<double> values;
    values.reserve(twice.size() / 2);
    for (std::size_t at = 0; at < twice.size(); ++at) {
        if (at / block % 2 == 0) {
            values.push_back(twice[at]);
        }
    }
    return values;
}

void copy_unknowns(const poisson::Problem& problem, std::span<const double> whole,
                   std::span<double> unknowns)
{
    const std::int64_t planes = std::ssize(unknowns) / poisson::blocks_of(problem).values;
    const std::int64_t count = poisson::unknowns(problem, 0).count;
    for_each_row(problem, planes, [&](std::int64_t from, std::int64_t to) {
        std::copy_n(whole.begin() + from, count, unknowns.begin() + to);
    });
}

poisson::PlaneReader unknown_planes(const poisson::Problem& problem, poisson::PlaneReader whole)
{
    if (problem.grid.location == Location::cell) {
        return whole;
    }
    return [problem, whole = std::move(whole)](std::int64_t first, std::span<double> planes) {
        const std::int64_t count = std::ssize(planes) / poisson::blocks_of(problem).values;
        std::vector<double> values(
            static_cast<std::size_t>(count * poisson::blocks_of(problem.grid).values));
        whole(poisson::unknowns(problem, 2).first + first, values);
        copy_unknowns(problem, values, planes);
    };
}

poisson::PlaneReader whole_planes(const poisson::Problem& problem, poisson::PlaneReader unknowns,
                                  const WallNodes& walls)
{
    if (problem.grid.location == Location::cell) {
        return unknowns;
    }
    return NodePlanes{problem, std::move(unknowns), walls};
}

namespace {

double largest_of(std::span<const double> values)
{
    double largest = 0.0;
    const std::int64_t count = std::ssize(values);
    [[maybe_unused]] const int threads = threads_for(count, 1.0);
#pragma omp parallel for schedule(static) num_threads(threads) reduction(max : largest)
    for (std::int64_t n = 0; n < count; ++n) {
        largest = std::max(largest, std::abs(values[static_cast<std::size_t>(n)]));
    }
    return largest;
}

}  // namespace

PeriodicEnds::PeriodicEnds(const poisson::Problem& problem, const ranks::Slice& planes)
    : problem_{problem},
      counts_{problem.grid.values(0), problem.grid.values(1), problem.grid.values(2)},
      planes_{planes}
{
    const std::array<std::int64_t, 3> values{counts_[1] * planes.count, counts_[0] * planes.count,
                                             counts_[0] * counts_[1]};
    for (int axis = 0; axis < 3; ++axis) {
        if (collects(axis)) {
            const auto at = static_cast<std::size_t>(axis);
            ends_.at(at).fill(std::vector<double>(static_cast<std::size_t>(values.at(at))));
        }
    }
}

bool PeriodicEnds::collects(int axis) const
{
    return problem_.grid.location == Location::node &&
           problem_.sides.at(static_cast<std::size_t>(axis)).lower ==
               poisson::Condition::periodic &&
           (axis < 2 || planes_.end() == counts_[2]);
}

void PeriodicEnds::add(std::int64_t first, std::span<const double> planes)
{
    if (!collects(0) && !collects(1) && !collects(2)) {
        return;
    }
    largest_ = std::max(largest_, largest_of(planes));
    const auto plane = static_cast<std::size_t>(counts_[0] * counts_[1]);
    for (std::size_t at = 0; at < planes.size(); at += plane) {
        add_plane(first + static_cast<std::int64_t>(at / plane), planes.subspan(at, plane));
    }
}

void PeriodicEnds::add_first_plane(std::span<const double> plane)
{
    std::ranges::copy(plane, ends_[2][0].begin());
}

void PeriodicEnds::add_plane(std::int64_t z, std::span<const double> plane)
{
    const std::int64_t row = counts_[0];
    const std::int64_t line = z - planes_.first;
    for (std::size_t end = 0; end < 2; ++end) {
        const auto index = [&](int axis) {
            return end == 0 ? 0 : counts_.at(static_cast<std::size_t>(axis)) - 1;
        };
        for (std::int64_t y = 0; collects(0) && y < counts_[1]; ++y) {
            ends_[0].at(end)[static_cast<std::size_t>(line * counts_[1] + y)] =
                plane[static_cast<std::size_t>(y * row + index(0))];
        }
        if (collects(1)) {
            std::copy_n(plane.begin() + index(1) * row, row, ends_[1].at(end).begin() + line * row);
        }
        if (collects(2) && z == index(2)) {
            std::ranges::copy(plane, ends_[2].at(end).begin());
        }
    }
}

std::optional<Unrepeated> PeriodicEnds::first_unrepeated(double most) const
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto& [lower, upper] = ends_.at(axis);
        for (std::size_t at = 0; at < lower.size(); ++at) {
            if (std::abs(upper[at] - lower[at]) <= most) {
                continue;
            }
            const std::size_t faster = axis == 0 ? 1 : 0;
            const std::size_t slower = axis == 2 ? 1 : 2;
            Unrepeated found{.axis = axis, .index = {}, .first = lower[at], .last = upper[at]};
            found.index.at(faster) = static_cast<std::int64_t>(at) % counts_.at(faster);
            found.index.at(slower) = static_cast<std::int64_t>(at) / counts_.at(faster) +
                                     (slower == 2 ? planes_.first : 0);
            return found;
        }
    }
    return std::nullopt;
}

}  // namespace tobiuo
