#include "app/run/poisson/poisson_whole_grid.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "kernels/threads.hpp"
#include "solvers/poisson/sample.hpp"

namespace tobiuo {
namespace {

/// Calls visit(place in the whole grid, place among the unknowns) for each unknown.
template <typename Visit>
void for_each_unknown(const poisson::Problem& problem, const Visit& visit)
{
    const auto x = poisson::unknowns(problem, 0);
    const auto y = poisson::unknowns(problem, 1);
    const auto z = poisson::unknowns(problem, 2);
    const std::int64_t row = problem.grid.values(0);
    const std::int64_t plane = row * problem.grid.values(1);
    [[maybe_unused]] const int threads = threads_for(x.count * y.count * z.count, 1.0);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::int64_t k = 0; k < z.count; ++k) {
        for (std::int64_t j = 0; j < y.count; ++j) {
            const std::int64_t whole = (z.first + k) * plane + (y.first + j) * row + x.first;
            const std::int64_t unknown = (k * y.count + j) * x.count;
            for (std::int64_t i = 0; i < x.count; ++i) {
                visit(static_cast<std::size_t>(whole + i), static_cast<std::size_t>(unknown + i));
            }
        }
    }
}

/// A face of the whole grid as nested loops need it.
struct WholeFace {
    std::array<int, 2> along{};  ///< the two other axes, the faster one first
    std::array<std::int64_t, 2> counts{};
    std::array<std::int64_t, 2> strides{};
    std::int64_t depth{};  ///< distance from the first value of the axis to its last

    template <typename Visit>
    void for_each(const Visit& visit) const
    {
        for (std::int64_t slower = 0; slower < counts[1]; ++slower) {
            for (std::int64_t faster = 0; faster < counts[0]; ++faster) {
                visit(slower * strides[1] + faster * strides[0], slower, faster);
            }
        }
    }
};

WholeFace face_across(const Grid& grid, int axis)
{
    const std::array<std::int64_t, 3> strides{1, grid.values(0), grid.values(0) * grid.values(1)};
    WholeFace face;
    face.along = {axis == 0 ? 1 : 0, axis == 2 ? 1 : 2};
    for (std::size_t n = 0; n < 2; ++n) {
        face.counts.at(n) = grid.values(face.along.at(n));
        face.strides.at(n) = strides.at(static_cast<std::size_t>(face.along.at(n)));
    }
    face.depth = (grid.values(axis) - 1) * strides.at(static_cast<std::size_t>(axis));
    return face;
}

template <typename Real>
void set_wall(const WholeFace& face, int end, const std::vector<double>& values,
              std::vector<Real>& whole)
{
    if (values.empty()) {
        return;
    }
    std::size_t next = 0;
    face.for_each([&](std::int64_t at, std::int64_t /*slower*/, std::int64_t /*faster*/) {
        whole[static_cast<std::size_t>(at + end * face.depth)] = static_cast<Real>(values[next++]);
    });
}

}  // namespace

bool has_wall_nodes(const poisson::Problem& problem, int axis, int end)
{
    const poisson::Sides& sides = problem.sides.at(static_cast<std::size_t>(axis));
    return problem.grid.location == Location::node &&
           (end == 0 ? sides.lower : sides.upper) == poisson::Condition::dirichlet;
}

std::vector<double> sample_wall(const Expression& value, const Grid& grid, int axis, int end)
{
    const WholeFace face = face_across(grid, axis);
    // The face is sampled as a grid of one layer whose cells have their centres on its nodes.
    Grid layer{.axes = grid.axes, .location = Location::node};
    Axis& across = layer.axes.at(static_cast<std::size_t>(axis));
    const double wall = end == 0 ? across.lower : across.upper;
    across = {.cells = 1, .lower = wall, .upper = wall};
    std::vector<double> twice(static_cast<std::size_t>(shape_of(layer).values()));
    poisson::sample_grid(value, layer, twice);

    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(face.counts[0] * face.counts[1]));
    face_across(layer, axis)
        .for_each([&](std::int64_t at, std::int64_t /*slower*/, std::int64_t /*faster*/) {
            values.push_back(twice[static_cast<std::size_t>(at)]);
        });
    return values;
}

std::optional<Unrepeated> first_unrepeated(const poisson::Problem& problem,
                                           std::span<const double> whole, double most)
{
    const Grid& grid = problem.grid;
    if (grid.location == Location::cell) {
        return std::nullopt;
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (problem.sides.at(axis).lower != poisson::Condition::periodic) {
            continue;
        }
        const WholeFace face = face_across(grid, static_cast<int>(axis));
        std::optional<Unrepeated> found;
        face.for_each([&](std::int64_t at, std::int64_t slower, std::int64_t faster) {
            const double first = whole[static_cast<std::size_t>(at)];
            const double last = whole[static_cast<std::size_t>(at + face.depth)];
            if (!found && !(std::abs(last - first) <= most)) {
                found = {.axis = axis, .index = {}, .first = first, .last = last};
                found->index.at(static_cast<std::size_t>(face.along[0])) = faster;
                found->index.at(static_cast<std::size_t>(face.along[1])) = slower;
            }
        });
        if (found) {
            return found;
        }
    }
    return std::nullopt;
}

void copy_unknowns(const poisson::Problem& problem, std::span<const double> whole,
                   std::span<double> unknowns)
{
    for_each_unknown(problem,
                     [&](std::size_t from, std::size_t to) { unknowns[to] = whole[from]; });
}

std::vector<double> unknowns_of(const poisson::Problem& problem, std::span<const double> whole)
{
    std::vector<double> unknowns(static_cast<std::size_t>(poisson::points(problem)));
    copy_unknowns(problem, whole, unknowns);
    return unknowns;
}

template <typename Real>
std::vector<Real> whole_grid(const poisson::Problem& problem, std::span<const Real> unknowns,
                             const WallNodes& walls)
{
    const Grid& grid = problem.grid;
    std::vector<Real> whole(static_cast<std::size_t>(shape_of(grid).values()));
    for_each_unknown(problem,
                     [&](std::size_t to, std::size_t from) { whole[to] = unknowns[from]; });
    if (grid.location == Location::cell) {
        return whole;
    }
    for (int axis = 0; axis < 3; ++axis) {
        for (int end = 0; end < 2; ++end) {
            const auto& ends = walls.at(static_cast<std::size_t>(axis));
            set_wall(face_across(grid, axis), end, ends.at(static_cast<std::size_t>(end)), whole);
        }
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (problem.sides.at(static_cast<std::size_t>(axis)).lower !=
            poisson::Condition::periodic) {
            continue;
        }
        const WholeFace face = face_across(grid, axis);
        face.for_each([&](std::int64_t at, std::int64_t /*slower*/, std::int64_t /*faster*/) {
            whole[static_cast<std::size_t>(at + face.depth)] = whole[static_cast<std::size_t>(at)];
        });
    }
    return whole;
}

template std::vector<float> whole_grid(const poisson::Problem&, std::span<const float>,
                                       const WallNodes&);
template std::vector<double> whole_grid(const poisson::Problem&, std::span<const double>,
                                        const WallNodes&);

}  // namespace tobiuo
