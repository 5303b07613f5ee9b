// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/problem.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string_view>

#include "solvers/poisson/unit_of_length.hpp"
#include "solvers/problem_words.hpp"

namespace tobiuo::poisson {
namespace {

/// The most unknowns: arrays of two doubles for each have fewer than 2^63 bytes.
constexpr std::int64_t most_points = (std::int64_t{1} << 59) - 1;

/// The most unknowns of an axis with eigenvectors of its own.
constexpr std::int64_t most_dense_unknowns = 4096;

const Axis& axis_of(const Problem& problem, int axis)
{
    return problem.grid.axes.at(static_cast<std::size_t>(axis));
}

const Sides& sides_of(const Problem& problem, int axis)
{
    return problem.sides.at(static_cast<std::size_t>(axis));
}

std::string_view word_of(Condition condition)
{
    constexpr std::array<std::string_view, 5> words{"periodic", "dirichlet", "neumann", "open",
                                                    "robin"};
    return words.at(static_cast<std::size_t>(condition));
}

std::string sides_text(const Sides& sides)
{
    const std::string lower{word_of(sides.lower)};
    return sides.lower == sides.upper ? lower : lower + "-" + std::string{word_of(sides.upper)};
}

bool has_open_end(const Sides& sides)
{
    return sides.lower == Condition::open || sides.upper == Condition::open;
}

bool has_robin_end(const Sides& sides)
{
    return sides.lower == Condition::robin || sides.upper == Condition::robin;
}

bool has_coefficient(const Problem& problem, int axis)
{
    return problem.rho && problem.rho->axis == axis;
}

[[noreturn]] void refuse(int axis, const std::string& what)
{
    throw std::invalid_argument{"axis " + axis_name(axis) + " " + what};
}

void validate_bounds(const Problem& problem, int axis)
{
    const Axis& one = axis_of(problem, axis);
    if (!std::isfinite(one.lower) || !std::isfinite(one.upper) || one.lower >= one.upper) {
        refuse(axis, "goes from " + six_digits(one.lower) + " to " + six_digits(one.upper) +
                         " (nothing lies between them): give finite bounds, the lower one first");
    }
    if (!one.stretched()) {
        return;
    }
    if (std::ssize(one.nodes) != one.cells + 1) {
        refuse(axis, "has " + std::to_string(one.cells) + " cells, but " +
                         std::to_string(one.nodes.size()) +
                         " nodes (one more than cells bound them): make them fit");
    }
    for (std::size_t at = 1; at < one.nodes.size(); ++at) {
        if (!(one.nodes[at - 1] < one.nodes[at])) {
            refuse(axis, "has nodes " + std::to_string(at - 1) + " and " + std::to_string(at) +
                             " at " + six_digits(one.nodes[at - 1]) + " and " +
                             six_digits(one.nodes[at]) +
                             " (cells need a length above zero): give increasing coordinates");
        }
    }
    if (one.nodes.front() != one.lower || one.nodes.back() != one.upper) {
        refuse(axis, "does not begin and end at its first and last node: make them fit");
    }
}

/// Throws if squares of lengths, by which the operator divides, overflow or underflow.
void validate_lengths(const Problem& problem, int axis)
{
    constexpr double least = 1e-150;
    constexpr double most = 1e150;
    const Axis& one = axis_of(problem, axis);
    for (std::int64_t cell = 0; cell < (one.stretched() ? one.cells : 1); ++cell) {
        const double length = one.stretched() ? one.node(cell + 1) - one.node(cell) : one.spacing();
        if (!is_absent(problem, axis) && (length < least || length > most)) {
            refuse(axis, "has cells of a length of " + six_digits(length) +
                             " (squares of lengths below 1e-150 or above 1e150 overflow): take "
                             "another unit of length");
        }
    }
}

void validate_robin_ends(const Problem& problem, int axis)
{
    const Sides& sides = sides_of(problem, axis);
    if (!has_robin_end(sides)) {
        return;
    }
    for (std::size_t end = 0; end < 2; ++end) {
        const Condition condition = end == 0 ? sides.lower : sides.upper;
        const auto& [a, b] = sides.robin.at(end);
        const bool fits =
            std::isfinite(a) && std::isfinite(b) && a != 0.0 && b != 0.0 && (a > 0.0) == (b > 0.0);
        if (condition == Condition::robin && !fits) {
            refuse(axis,
                   "has a robin end with a = " + six_digits(a) + " and b = " + six_digits(b) +
                       " (with two signs a u + b du/dn may leave the operator singular, and "
                       "with a 0 the end is another one): give finite numbers of one sign, or "
                       "use dirichlet or neumann");
        }
    }
    if (problem.op != Operator::second_order) {
        refuse(axis,
               "has a robin end, and the operator is not the second-order one (the values beyond "
               "such an end are known for three points): use second-order");
    }
}

void validate_coefficient(const Problem& problem)
{
    if (!problem.rho) {
        return;
    }
    const auto& [axis, values] = *problem.rho;
    if (axis < 0 || axis > 2) {
        throw std::invalid_argument{"the coefficient rho changes along axis " +
                                    std::to_string(axis) +
                                    " (axes are 0, 1 and 2): give one of them"};
    }
    const std::string rho = "has a coefficient rho ";
    const std::int64_t wanted = 2 * axis_of(problem, axis).cells + 1;
    if (std::ssize(values) != wanted) {
        refuse(axis, rho + "of " + std::to_string(values.size()) + " values where " +
                         std::to_string(wanted) +
                         " fit (two for each cell, at its lower end and in its middle, and one at "
                         "the upper end of the axis): give as many");
    }
    const auto bad = std::ranges::find_if(
        values, [](double value) { return !std::isfinite(value) || value <= 0.0; });
    if (bad != values.end()) {
        refuse(axis, rho + "that is " + six_digits(*bad) + " at value " +
                         std::to_string(bad - values.begin()) +
                         " (the operator is then not invertible): give finite numbers above 0");
    }
    if (!is_wall(sides_of(problem, axis).lower) || !is_wall(sides_of(problem, axis).upper)) {
        refuse(axis, rho +
                         "and ends that are periodic or open (the tridiagonal solve along it needs "
                         "walls): put walls there");
    }
    if (problem.op != Operator::second_order) {
        refuse(axis, rho +
                         "and the operator is not the second-order one (fluxes between neighbours "
                         "have rho): use second-order");
    }
    if (problem.lambda != 0.0) {
        refuse(axis,
               rho +
                   "and lambda is not 0 (divided by rho the equation would have a lambda that "
                   "changes along the axis): use lambda = 0");
    }
}

/// Throws if the eigenvectors of a dense axis take too long to compute.
void validate_dense_axes(const Problem& problem)
{
    for (int axis = 0; axis < 3; ++axis) {
        const std::int64_t count = unknowns(problem, axis).count;
        if (is_dense(problem, axis) && count > most_dense_unknowns) {
            refuse(axis, "has " + std::to_string(count) +
                             " unknown values and eigenvectors of its own (their computation takes "
                             "the third power of the length, and more than " +
                             std::to_string(most_dense_unknowns) +
                             " are refused): give it fewer cells, or make it the only axis that is "
                             "stretched or has a robin end or rho");
        }
    }
}

/// The fewest unknowns that an operator needs between two walls. The fourth-order operator
/// extrapolates f on the wall from the three beside it.
std::int64_t least_unknowns(const Problem& problem, int axis)
{
    const bool wide = problem.op == Operator::fourth_order && !axis_of(problem, axis).stretched();
    const bool wall = sides_of(problem, axis).lower != Condition::periodic;
    return wide && wall ? 3 : 1;
}

void validate_axis(const Problem& problem, int axis)
{
    const Axis& one = axis_of(problem, axis);
    const Sides& sides = sides_of(problem, axis);
    if (one.cells < 1) {
        refuse(axis, "has " + std::to_string(one.cells) +
                         " cells: give 1 or more (one periodic cell is an absent axis)");
    }
    if (one.cells > most_points) {
        refuse(axis, "has " + std::to_string(one.cells) +
                         " cells (arrays of their values exceed 64-bit addresses): give fewer");
    }
    validate_bounds(problem, axis);
    validate_lengths(problem, axis);
    if ((sides.lower == Condition::periodic) != (sides.upper == Condition::periodic)) {
        refuse(axis,
               "is periodic at one end only (its ends are the same place): make both ends "
               "periodic, or neither");
    }
    if (one.stretched() && sides.lower == Condition::periodic) {
        refuse(axis,
               "is stretched and periodic (the tridiagonal solve along it needs ends): put "
               "dirichlet, neumann or open there, or make its cells equal");
    }
    const std::int64_t least = least_unknowns(problem, axis);
    if (const std::int64_t count = unknowns(problem, axis).count; count < least) {
        const std::string why =
            least > 1 ? "the fourth-order operator, which also carries the boundary values of the "
                        "spectral one, takes f on a wall from " +
                            std::to_string(least) + "): give it more cells, or use second-order"
                      : std::string{"there is nothing to solve for): give it more cells"};
        refuse(axis, "has " + std::to_string(count) + " unknown values between its ends (" + why);
    }
}

/// Throws if the arrays are longer than addresses reach.
void validate_points(const Problem& problem)
{
    std::int64_t points = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const std::int64_t count = unknowns(problem, axis).count;
        if (count > most_points / points) {
            throw std::invalid_argument{
                "the problem has 2^59 unknown values or more (arrays of them exceed 64-bit "
                "addresses): give its axes fewer cells"};
        }
        points *= count;
    }
}

}  // namespace

void validate(const Problem& problem)
{
    for (int axis = 0; axis < 3; ++axis) {
        validate_axis(problem, axis);
        validate_robin_ends(problem, axis);
    }
    validate_points(problem);
    validate_coefficient(problem);
    validate_dense_axes(problem);
    if (const auto fault = open_ends_fault(problem)) {
        throw std::invalid_argument{*fault};
    }
    if (!std::isfinite(problem.lambda)) {
        throw std::invalid_argument{"lambda is not finite: give a number"};
    }
    if (const auto reason = lengths_unsupported_reason(problem)) {
        throw std::invalid_argument{*reason};
    }
}

Unknowns unknowns(const Problem& problem, int axis)
{
    const std::int64_t cells = axis_of(problem, axis).cells;
    const Sides& sides = sides_of(problem, axis);
    if (problem.grid.location == Location::cell || sides.lower == Condition::periodic) {
        return {.first = 0, .count = cells};
    }
    const std::int64_t first = sides.lower == Condition::dirichlet ? 1 : 0;
    const std::int64_t last = sides.upper == Condition::dirichlet ? cells - 1 : cells;
    return {.first = first, .count = last - first + 1};
}

bool is_absent(const Problem& problem, int axis)
{
    return axis_of(problem, axis).cells == 1 &&
           sides_of(problem, axis).lower == Condition::periodic;
}

int described_axes(const Problem& problem)
{
    int axes = 3;
    while (axes > 1 && is_absent(problem, axes - 1)) {
        --axes;
    }
    return axes;
}

std::int64_t points(const Problem& problem)
{
    return unknowns(problem, 0).count * unknowns(problem, 1).count * unknowns(problem, 2).count;
}

double position(const Problem& problem, int axis, std::int64_t index)
{
    return problem.grid.position(axis, unknowns(problem, axis).first + index);
}

std::optional<int> stretched_axis(const Problem& problem)
{
    for (int axis = 0; axis < 3; ++axis) {
        if (axis_of(problem, axis).stretched()) {
            return axis;
        }
    }
    return std::nullopt;
}

bool has_own_rows(const Problem& problem, int axis)
{
    return axis_of(problem, axis).stretched() || has_robin_end(sides_of(problem, axis)) ||
           has_coefficient(problem, axis);
}

bool is_dense(const Problem& problem, int axis)
{
    return has_own_rows(problem, axis) && eliminated_axis(problem) != axis;
}

bool has_dense_axes(const Problem& problem)
{
    return is_dense(problem, 0) || is_dense(problem, 1) || is_dense(problem, 2);
}

std::optional<std::string> own_rows_fault(const Problem& problem, const std::string& who)
{
    const std::string remedy = "): solve it so, or ";
    for (int axis = 0; axis < 3; ++axis) {
        const bool dense = is_dense(problem, axis);
        const bool robin = has_robin_end(sides_of(problem, axis));
        if (dense || robin || has_coefficient(problem, axis)) {
            return "axis " + axis_name(axis) +
                   (robin   ? " has a robin end"
                    : dense ? " is a second stretched one"
                            : " has a rho") +
                   ", which " + who +
                   " do not solve (only a whole array on one CPU, or on one GPU by CUDA, is solved "
                   "with it" +
                   remedy +
                   (robin   ? "use dirichlet or neumann"
                    : dense ? "stretch one axis"
                            : "leave it out");
        }
    }
    return std::nullopt;
}

void refuse_own_rows(const Problem& problem, const std::string& who)
{
    if (const auto fault = own_rows_fault(problem, who)) {
        throw std::invalid_argument{*fault};
    }
}

std::optional<int> open_axis(const Problem& problem)
{
    const auto open = std::ranges::find_if(problem.sides, has_open_end);
    return open == problem.sides.end()
               ? std::nullopt
               : std::optional{static_cast<int>(open - problem.sides.begin())};
}

std::optional<int> eliminated_axis(const Problem& problem)
{
    if (const auto open = open_axis(problem)) {
        return open;
    }
    for (int axis = 2; axis >= 0; --axis) {
        if (has_own_rows(problem, axis)) {
            return axis;
        }
    }
    return std::nullopt;
}

bool has_open_axes(const Problem& problem)
{
    return std::ranges::count_if(problem.sides, has_open_end) > 1;
}

bool has_stencil(const Problem& problem)
{
    return problem.op != Operator::spectral && !open_axis(problem);
}

std::optional<std::string> open_ends_fault(const Problem& problem)
{
    const auto open = open_axis(problem);
    if (!open) {
        return std::nullopt;
    }
    const std::string axis = "axis " + axis_name(*open);
    for (int own = 0; own < 3; ++own) {
        if (has_open_axes(problem) && has_own_rows(problem, own)) {
            return "several axes have open ends and axis " + axis_name(own) +
                   " is stretched, has a robin end or a rho (the potential of charges in free "
                   "space "
                   "is known on equal cells between walls): leave this out, or leave one axis open";
        }
    }
    if (problem.op != Operator::second_order) {
        return axis +
               " has an open end, and the operator is not the second-order one (what lies beyond "
               "an open end is known for three points): use second-order, walls, or a "
               "FreeSpaceSolver of the library, which takes the continuous operator";
    }
    if (problem.lambda > 0.0) {
        return axis +
               " has an open end, and lambda is positive (waves leave through it, and u is "
               "complex): use a lambda that is not, or walls";
    }
    return std::nullopt;
}

void refuse_open_ends(const Problem& problem, const std::string& who)
{
    if (const auto open = open_axis(problem)) {
        refuse(*open, "has an open end, which " + who +
                          " do not solve (only a whole array on one CPU, or on one GPU by CUDA, is "
                          "eliminated with it): solve it so, or use walls");
    }
}

bool has_null_space(const Problem& problem)
{
    const auto determines = [](const Sides& sides) {
        return sides.lower == Condition::dirichlet || sides.upper == Condition::dirichlet ||
               has_open_end(sides) || has_robin_end(sides);
    };
    return problem.lambda == 0.0 && std::ranges::none_of(problem.sides, determines);
}

std::string describe(const Problem& problem)
{
    const int axes = described_axes(problem);
    std::string sizes;
    std::string conditions;
    for (int axis = 0; axis < axes; ++axis) {
        sizes += (axis == 0 ? "" : "x") + std::to_string(axis_of(problem, axis).cells);
        conditions += (axis == 0 ? "" : " x ") + sides_text(sides_of(problem, axis)) +
                      (axis_of(problem, axis).stretched() ? " (stretched)" : "");
    }
    constexpr std::array operators{"second-order", "fourth-order", "spectral"};
    return std::string{problem.lambda == 0.0 ? "poisson " : "helmholtz "} + sizes +
           (problem.grid.location == Location::cell ? " cells, " : " cells (values on nodes), ") +
           conditions + ", " +
           (problem.rho ? "rho along " + axis_name(problem.rho->axis) + ", " : "") +
           operators.at(static_cast<std::size_t>(problem.op)) +
           (problem.precision == Precision::fp32 ? ", single" : ", double");
}

}  // namespace tobiuo::poisson
