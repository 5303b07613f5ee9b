#include "app/run/poisson/poisson_whole_grid.hpp"

#include <algorithm>
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

}  // namespace tobiuo
