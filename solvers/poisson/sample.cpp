// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/sample.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

#include "runtime/threads.hpp"
#include "solvers/expression/rows.hpp"
#include "solvers/expression/tokens.hpp"
#include "solvers/poisson/face.hpp"

namespace tobiuo::poisson {
namespace {

constexpr std::array<std::string_view, 3> axis_names{"x", "y", "z"};

/// A box of points: the coordinates along x, y, z.
using Points = std::array<std::vector<double>, 3>;

constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

std::int64_t count(const Points& points)
{
    return std::ssize(points[0]) * std::ssize(points[1]) * std::ssize(points[2]);
}

/// The coordinates of point `index` in memory order.
std::array<double, 3> place(const Points& points, std::int64_t index)
{
    std::array<double, 3> place{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t along = std::ssize(points[axis]);
        place[axis] = points[axis][static_cast<std::size_t>(index % along)];
        index /= along;
    }
    return place;
}

/// The value with six digits, in any locale.
std::string text_of(double value)
{
    std::array<char, 32> text{};
    constexpr int digits = 6;
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value,
                                            std::chars_format::general, digits);
    static_cast<void>(error);  // 32 characters hold them
    return {text.data(), end};
}

[[noreturn]] void report(const Expression& expression, const std::array<double, 3>& place,
                         double time, double value)
{
    std::string sentence = expression::quoted(expression.text()) + " is " +
                           (std::isnan(value) ? "not a number" : "infinite") + " at";
    for (std::size_t axis = 0; axis < 3; ++axis) {
        sentence.append(axis == 0 ? " " : ", ").append(axis_names[axis]);
        sentence.append(" = ").append(text_of(place[axis]));
    }
    if (expression.depends_on("t")) {
        sentence.append(", t = ").append(text_of(time));
    }
    throw NotFinite{sentence + ": give an expression that is finite at every point"};
}

/// An expression at a box of points, row by row: along the first axis that has more than one.
class Box {
public:
    Box(const Expression& expression, Points points)
        : expression_{expression},
          points_{std::move(points)},
          along_{first_long_axis(points_)},
          rows_{expression, along_, points_[static_cast<std::size_t>(along_)]}
    {
    }

    [[nodiscard]] std::int64_t count() const { return poisson::count(points_); }

    /// Fills `values` on as many threads as the work is worth.
    void fill(std::span<double> values, double time) const
    {
        if (std::ssize(values) != count()) {
            throw std::invalid_argument{"an expression has " + std::to_string(count()) +
                                        " values on this grid, but there is room for " +
                                        std::to_string(values.size())};
        }
        constexpr double nanoseconds = 5.0;  // time of a short expression
        [[maybe_unused]] const int team = threads_for(count(), nanoseconds);
        const std::int64_t rows = count() / rows_.length();
        std::int64_t found = none;
        std::exception_ptr failure;
#pragma omp parallel num_threads(team)
        {
            const std::int64_t threads = omp_get_num_threads();
            const std::int64_t thread = omp_get_thread_num();
            try {
                const std::int64_t here =
                    fill_rows(rows * thread / threads, rows * (thread + 1) / threads, values, time);
#pragma omp critical
                found = std::min(found, here);
            } catch (...) {
#pragma omp critical
                failure = std::current_exception();
            }
        }
        if (failure) {
            std::rethrow_exception(failure);
        }
        if (found != none) {
            report(expression_, place(points_, found), time,
                   values[static_cast<std::size_t>(found)]);
        }
    }

private:
    static int first_long_axis(const Points& points)
    {
        const auto found = std::ranges::find_if(
            points, [](const std::vector<double>& along) { return along.size() > 1; });
        return found == points.end() ? 0 : static_cast<int>(found - points.begin());
    }

    /// Fills rows `first` to `last`; returns the index of the first value that is not finite, or
    /// `none`.
    [[nodiscard]] std::int64_t fill_rows(std::int64_t first, std::int64_t last,
                                         std::span<double> values, double time) const
    {
        expression::Rows::Scratch scratch;
        std::int64_t found = none;
        for (std::int64_t row = first; row < last; ++row) {
            const std::int64_t begin = row * rows_.length();
            const auto [x, y, z] = place(points_, begin);
            const auto out = values.subspan(static_cast<std::size_t>(begin),
                                            static_cast<std::size_t>(rows_.length()));
            rows_.compute({x, y, z, time}, scratch, out);
            const auto bad =
                std::ranges::find_if_not(out, [](double value) { return std::isfinite(value); });
            if (found == none && bad != out.end()) {
                found = begin + (bad - out.begin());
            }
        }
        return found;
    }

    Expression expression_;
    Points points_;
    int along_;
    expression::Rows rows_;
};

void fill(const Expression& expression, Points points, std::span<double> values, double time = 0.0)
{
    Box{expression, std::move(points)}.fill(values, time);
}

/// The points of `planes` planes of z of the grid.
Points points_of(const Grid& grid, std::int64_t first, std::int64_t planes)
{
    Points points;
    for (int axis = 0; axis < 3; ++axis) {
        const std::int64_t begin = axis == 2 ? first : 0;
        const std::int64_t count = axis == 2 ? planes : grid.values(axis);
        for (std::int64_t n = begin; n < begin + count; ++n) {
            points[static_cast<std::size_t>(axis)].push_back(grid.position(axis, n));
        }
    }
    return points;
}

std::vector<double> coordinates(const Problem& problem, int axis)
{
    std::vector<double> coordinates;
    for (std::int64_t n = 0; n < unknowns(problem, axis).count; ++n) {
        coordinates.push_back(position(problem, axis, n));
    }
    return coordinates;
}

}  // namespace

void sample(const Expression& expression, const Problem& problem, std::span<double> values)
{
    fill(expression, {coordinates(problem, 0), coordinates(problem, 1), coordinates(problem, 2)},
         values);
}

void sample_grid(const Expression& expression, const Grid& grid, std::span<double> values,
                 double time)
{
    fill(expression, points_of(grid, 0, grid.values(2)), values, time);
}

class GridSampler::Implementation : public Box {
public:
    using Box::Box;
};

GridSampler::GridSampler(const Expression& expression, const Grid& grid)
    : implementation_{
          std::make_unique<Implementation>(expression, points_of(grid, 0, grid.values(2)))}
{
}

GridSampler::~GridSampler() = default;

std::int64_t GridSampler::count() const
{
    return implementation_->count();
}

void GridSampler::sample(std::span<double> values, double time) const
{
    implementation_->fill(values, time);
}

void sample_planes(const Expression& expression, const Grid& grid, std::int64_t first,
                   std::span<double> planes)
{
    const std::int64_t plane = grid.values(0) * grid.values(1);
    fill(expression, points_of(grid, first, std::ssize(planes) / plane), planes);
}

std::vector<double> sample_face(const Expression& expression, const Problem& problem, int axis,
                                int end)
{
    const auto normal = static_cast<std::size_t>(axis);
    const Axis& across = problem.grid.axes.at(normal);
    if (!is_wall(condition_of(problem, axis, end))) {
        return {};
    }
    bool constant = true;
    Points points;
    for (int along = 0; along < 3; ++along) {
        const auto at = static_cast<std::size_t>(along);
        if (at == normal) {
            points.at(at) = {end == 0 ? across.lower : across.upper};
        } else {
            points.at(at) = coordinates(problem, along);
            constant = constant && !expression.depends_on(axis_names.at(at));
        }
    }
    if (constant) {
        std::ranges::for_each(points, [](std::vector<double>& along) { along.resize(1); });
    }
    std::vector<double> values(static_cast<std::size_t>(count(points)));
    fill(expression, points, values);
    const bool zero = std::ranges::all_of(values, [](double value) { return value == 0.0; });
    return zero ? std::vector<double>{} : values;
}

}  // namespace tobiuo::poisson
