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
    constexpr std::array<std::string_view, 4> words{"periodic", "dirichlet", "neumann", "open"};
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
    int stretched = 0;
    for (int axis = 0; axis < 3; ++axis) {
        validate_axis(problem, axis);
        stretched += axis_of(problem, axis).stretched() ? 1 : 0;
    }
    validate_points(problem);
    if (const auto fault = open_ends_fault(problem)) {
        throw std::invalid_argument{*fault};
    }
    if (stretched > 1) {
        throw std::invalid_argument{std::to_string(stretched) +
                                    " axes are stretched (the transforms along the others need "
                                    "equal cells): stretch one"};
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

std::optional<int> open_axis(const Problem& problem)
{
    const auto open = std::ranges::find_if(problem.sides, has_open_end);
    return open == problem.sides.end()
               ? std::nullopt
               : std::optional{static_cast<int>(open - problem.sides.begin())};
}

std::optional<int> eliminated_axis(const Problem& problem)
{
    const auto stretched = stretched_axis(problem);
    return stretched ? stretched : open_axis(problem);
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
    const auto stretched = stretched_axis(problem);
    if (stretched && has_open_axes(problem)) {
        return "several axes have open ends and axis " + axis_name(*stretched) +
               " is stretched (the potential of charges in free space is known on equal cells): "
               "make all cells equal, or leave one axis open, the stretched one";
    }
    if (stretched.value_or(*open) != *open) {
        return axis + " has an open end and axis " + axis_name(*stretched) +
               " is stretched (one axis is eliminated, which both need, and the others are "
               "transformed): stretch the open axis, or make all cells equal";
    }
    if (problem.op != Operator::second_order) {
        return axis +
               " has an open end, and the operator is not the second-order one (what lies beyond "
               "an open end is known for three points): use second-order, or walls";
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
               has_open_end(sides);
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
           conditions + ", " + operators.at(static_cast<std::size_t>(problem.op)) +
           (problem.precision == Precision::fp32 ? ", single" : ", double");
}

}  // namespace tobiuo::poisson
