// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/poisson/exact_check.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <variant>
#include <vector>

#include "app/case/yaml/keys.hpp"
#include "app/run/poisson/poisson_bodies.hpp"
#include "solvers/expression.hpp"
#include "solvers/poisson/face.hpp"

namespace tobiuo {
namespace {

using poisson::Condition;
using Point = std::array<double, 3>;

constexpr double told_from = 1e-2;  ///< of the largest term
constexpr double part_of_cell = 0.25;

/// Derivatives along an axis at a point, and their error by the rounding of `field`.
class Derivatives {
public:
    Derivatives(const Expression& field, const Point& at, std::size_t axis, double step)
        : field_{field}, at_{at}, axis_{axis}, step_{step}
    {
    }

    /// Source: the central difference of fourth order.
    [[nodiscard]] double second() const
    {
        return (-value(-2.0) + 16.0 * value(-1.0) - 30.0 * value(0.0) + 16.0 * value(1.0) -
                value(2.0)) /
               (12.0 * step_ * step_);
    }
    [[nodiscard]] double rounding_of_second() const
    {
        constexpr double terms = 64.0 / 12.0;
        return terms * std::numeric_limits<double>::epsilon() * std::abs(value(0.0)) /
               (step_ * step_);
    }
    /// Source: the central difference of fourth order.
    [[nodiscard]] double central() const
    {
        return (value(-2.0) - 8.0 * value(-1.0) + 8.0 * value(1.0) - value(2.0)) / (12.0 * step_);
    }
    /// Towards positive multiples of the step, from this side alone, of fourth order.
    [[nodiscard]] double first() const
    {
        return (-25.0 * value(0.0) + 48.0 * value(1.0) - 36.0 * value(2.0) + 16.0 * value(3.0) -
                3.0 * value(4.0)) /
               (12.0 * step_);
    }

private:
    [[nodiscard]] double value(double steps) const
    {
        Point point = at_;
        point.at(axis_) += steps * step_;
        return field_.at(point[0], point[1], point[2]);
    }

    const Expression& field_;
    Point at_;
    std::size_t axis_;
    double step_;
};

/// A few positions of an axis away from its ends, and the length of a cell there.
struct Positions {
    std::vector<double> at;
    std::vector<double> cell;
};

Positions positions_along(const poisson::Problem& problem, int axis)
{
    constexpr std::int64_t most = 7;
    const Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
    const std::int64_t count = std::min(most, one.cells);
    Positions positions;
    for (std::int64_t n = 0; n < count; ++n) {
        const std::int64_t cell = (2 * n + 1) * one.cells / (2 * count);
        positions.at.push_back(one.centre(cell));
        positions.cell.push_back(one.node(cell + 1) - one.node(cell));
    }
    return positions;
}

std::array<Positions, 3> positions_of(const poisson::Problem& problem)
{
    return {positions_along(problem, 0), positions_along(problem, 1), positions_along(problem, 2)};
}

template <typename Visit>
void for_each_point(const std::array<Positions, 3>& along, const Visit& visit)
{
    for (std::size_t k = 0; k < along[2].at.size(); ++k) {
        for (std::size_t j = 0; j < along[1].at.size(); ++j) {
            for (std::size_t i = 0; i < along[0].at.size(); ++i) {
                visit(Point{along[0].at[i], along[1].at[j], along[2].at[k]},
                      Point{along[0].cell[i], along[1].cell[j], along[2].cell[k]});
            }
        }
    }
}

/// The largest absolute value of a field at the points inside.
double largest_inside(const Expression& field, const std::array<Positions, 3>& along)
{
    double most = 0.0;
    for_each_point(along, [&](const Point& at, const Point& /*cell*/) {
        most = std::max(most, std::abs(field.at(at[0], at[1], at[2])));
    });
    return most;
}

std::string place_text(const PoissonCase& poisson, const Point& point)
{
    std::string text;
    for (int axis = 0; axis < poisson.dimensions; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        text += fmt::format("{}{} = {:.4g}", axis == 0 ? "" : ", ", casefile::axis_words.at(at),
                            point.at(at));
    }
    return text;
}

/// Both sides of an equation at a point, and the largest of their terms.
struct Sides {
    Point at;
    double found;
    double wanted;
    double largest;
    double rounding;
};

/// The sides that differ most, if by more than may be.
const Sides* worst_of(const std::vector<Sides>& all)
{
    double scale = 0.0;
    const Sides* worst = nullptr;
    for (const Sides& one : all) {
        if (!std::isfinite(one.found) || !std::isfinite(one.wanted)) {
            return nullptr;  // reading the input reports it
        }
        scale = std::max(scale, one.largest);
        if (worst == nullptr || std::abs(one.found - one.wanted) - one.rounding >
                                    std::abs(worst->found - worst->wanted) - worst->rounding) {
            worst = &one;
        }
    }
    const bool differs =
        worst != nullptr &&
        std::abs(worst->found - worst->wanted) - worst->rounding > told_from * scale;
    return differs ? worst : nullptr;
}

/// The mean of f that a problem with a null space has too much is removed by the solve.
void remove_mean_defect(std::vector<Sides>& all)
{
    double sum = 0.0;
    for (const Sides& one : all) {
        sum += one.found - one.wanted;
    }
    for (Sides& one : all) {
        one.wanted += sum / static_cast<double>(all.size());
    }
}

/// Whether the point, or one a cell beside it, lies in a body, where the equation does not hold.
bool is_near_bodies(const std::vector<poisson::Body>& bodies, const Point& at, const Point& cell)
{
    const auto is_inside = [&](const Point& point) {
        return std::ranges::any_of(bodies, [&](const poisson::Body& body) {
            return body.inside(point[0], point[1], point[2]);
        });
    };
    bool is_near = !bodies.empty() && is_inside(at);
    for (std::size_t axis = 0; axis < 3 && !bodies.empty() && !is_near; ++axis) {
        for (const double step : {-1.0, 1.0}) {
            Point beside = at;
            beside.at(axis) += step * cell.at(axis);
            is_near = is_near || is_inside(beside);
        }
    }
    return is_near;
}

/// `a` is the coefficient, 1 if the case has none.
std::optional<std::string> inside(const PoissonCase& poisson, const Expression& exact,
                                  const Expression& source, const Expression& a)
{
    const poisson::Problem& problem = poisson.problem;
    std::vector<Sides> all;
    const std::vector<poisson::Body> bodies = bodies_of(poisson);
    for_each_point(positions_of(problem), [&](const Point& at, const Point& cell) {
        if (is_near_bodies(bodies, at, cell)) {
            return;
        }
        const double u = exact.at(at[0], at[1], at[2]);
        const double f = source.at(at[0], at[1], at[2]);
        Sides sides{.at = at,
                    .found = problem.lambda * u,
                    .wanted = f,
                    .largest = std::max(std::abs(f), std::abs(problem.lambda * u)),
                    .rounding = 0.0};
        const double coefficient = a.at(at[0], at[1], at[2]);
        for (int axis = 0; axis < poisson.dimensions; ++axis) {
            const auto one = static_cast<std::size_t>(axis);
            if (!poisson::is_absent(problem, axis)) {
                const double step = part_of_cell * cell.at(one);
                const Derivatives along{exact, at, one, step};
                const double of_flux = coefficient * along.second() +
                                       Derivatives{a, at, one, step}.central() * along.central();
                sides.found += of_flux;
                sides.largest = std::max(sides.largest, std::abs(of_flux));
                sides.rounding += coefficient * along.rounding_of_second();
            }
        }
        all.push_back(sides);
    });
    if (leaves_constant(poisson)) {
        remove_mean_defect(all);
    }
    const Sides* const worst = worst_of(all);
    if (worst == nullptr) {
        return std::nullopt;
    }
    return fmt::format(
        "exact does not solve the equation (at {} its {}{} is {:.4g}, and "
        "the source {}is {:.4g}): mend exact, source or lambda",
        place_text(poisson, worst->at), poisson.coefficient ? "div(a grad)" : "laplacian",
        problem.lambda == 0.0 ? "" : " plus lambda times exact", worst->found,
        leaves_constant(poisson) ? "without its mean " : "", worst->wanted);
}

/// The values or outward slopes of exact on one face, beside those that the case gives there.
std::vector<Sides> on_face(const PoissonCase& poisson, const Expression& exact, int axis, int end)
{
    const poisson::Problem& problem = poisson.problem;
    const auto a = static_cast<std::size_t>(axis);
    const Axis& across = problem.grid.axes.at(a);
    const Expression given{poisson.boundary.at(a).at(static_cast<std::size_t>(end)).text};
    const Condition condition = poisson::condition_of(problem, axis, end);
    const bool slope = condition == Condition::neumann;
    const auto& mixed = poisson.mixed.at(a).at(static_cast<std::size_t>(end));
    const Expression where{mixed ? mixed->where.text : "0"};
    const Expression held{mixed ? mixed->value.text : "0"};
    const poisson::Robin& robin = problem.sides.at(a).robin.at(static_cast<std::size_t>(end));
    const double length = across.upper - across.lower;
    const double inwards = end == 0 ? 1.0 : -1.0;
    std::array<Positions, 3> along = positions_of(problem);
    const double scale =
        largest_inside(exact, along) * (slope ? 1.0 / length
                                        : condition == Condition::robin
                                            ? std::abs(robin.a) + std::abs(robin.b) / length
                                            : 1.0);
    along.at(a).at = {end == 0 ? across.lower : across.upper};
    along.at(a).cell = {end == 0 ? across.node(1) - across.node(0)
                                 : across.node(across.cells) - across.node(across.cells - 1)};
    std::vector<Sides> all;
    for_each_point(along, [&](const Point& at, const Point& cell) {
        const double u = exact.at(at[0], at[1], at[2]);
        const Derivatives there{exact, at, a, inwards * part_of_cell * cell.at(a)};
        // The derivative with a negative step is that along the axis all the same.
        const bool is_held =
            mixed && (where.at(at[0], at[1], at[2]) != 0.0) != mixed->names_neumann;
        const double outward = -inwards * there.first();
        const double found = slope && !is_held               ? outward
                             : condition == Condition::robin ? robin.a * u + robin.b * outward
                                                             : u;
        const double wanted = (is_held ? held : given).at(at[0], at[1], at[2]);
        all.push_back({.at = at,
                       .found = found,
                       .wanted = wanted,
                       .largest = std::max({std::abs(found), std::abs(wanted), scale}),
                       .rounding = 0.0});
    });
    return all;
}

std::optional<std::string> on_faces(const PoissonCase& poisson, const Expression& exact)
{
    for (int axis = 0; axis < poisson.dimensions; ++axis) {
        for (int end = 0; end < 2; ++end) {
            const Condition condition = poisson::condition_of(poisson.problem, axis, end);
            if (!poisson::is_wall(condition)) {
                continue;
            }
            const std::vector<Sides> all = on_face(poisson, exact, axis, end);
            if (const Sides* const worst = worst_of(all)) {
                return fmt::format(
                    "exact does not fit boundary.{}.{} (at {} its {} is {:.4g}, and the wall has "
                    "{:.4g}): mend exact or the boundary value",
                    casefile::axis_words.at(static_cast<std::size_t>(axis)),
                    end == 0 ? "lower" : "upper", place_text(poisson, worst->at),
                    condition == Condition::neumann ? "outward slope"
                    : condition == Condition::robin ? "a u + b du/dn"
                                                    : "value",
                    worst->found, worst->wanted);
            }
        }
    }
    return std::nullopt;
}

/// exact at the lower ends of periodic axes beside the upper ends.
std::optional<std::string> over_periods(const PoissonCase& poisson, const Expression& exact)
{
    for (int axis = 0; axis < poisson.dimensions; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        if (poisson::condition_of(poisson.problem, axis, 0) != Condition::periodic) {
            continue;
        }
        const Axis& across = poisson.problem.grid.axes.at(a);
        std::array<Positions, 3> along = positions_of(poisson.problem);
        const double scale = largest_inside(exact, along);
        along.at(a).at = {across.lower};
        along.at(a).cell = {across.spacing()};
        std::vector<Sides> all;
        for_each_point(along, [&](const Point& at, const Point&) {
            Point end = at;
            end.at(a) = across.upper;
            const double lower = exact.at(at[0], at[1], at[2]);
            const double upper = exact.at(end[0], end[1], end[2]);
            all.push_back({.at = at,
                           .found = lower,
                           .wanted = upper,
                           .largest = std::max({std::abs(lower), std::abs(upper), scale}),
                           .rounding = 0.0});
        });
        if (const Sides* const worst = worst_of(all)) {
            return fmt::format(
                "exact is not periodic along {} (it is {:.4g} at {} and {:.4g} at the other end): "
                "mend exact, or give that axis walls",
                casefile::axis_words.at(a), worst->found, place_text(poisson, worst->at),
                worst->wanted);
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> exact_contradiction(const PoissonCase& poisson)
{
    if (!poisson.exact) {
        return std::nullopt;
    }
    const auto* exact_text = std::get_if<FieldExpression>(&*poisson.exact);
    if (exact_text == nullptr) {
        return std::nullopt;
    }
    const Expression exact{exact_text->text};
    const FieldSource one = FieldExpression{.text = "1", .at = {}};
    const auto* source = std::get_if<FieldExpression>(&poisson.source);
    const auto* coefficient =
        std::get_if<FieldExpression>(poisson.coefficient ? &*poisson.coefficient : &one);
    if (source != nullptr && coefficient != nullptr && !poisson.problem.rho) {
        if (auto found =
                inside(poisson, exact, Expression{source->text}, Expression{coefficient->text})) {
            return found;
        }
    }
    if (auto found = on_faces(poisson, exact)) {
        return found;
    }
    return over_periods(poisson, exact);
}

}  // namespace tobiuo
