// What flows through the faces of a flow problem: given rates, and that what enters leaves.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "kernels/flow/flow_box.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/problem_parts.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::flow {
namespace {

Face& face_in(Problem& problem, int face)
{
    Faces& faces = problem.faces.at(static_cast<std::size_t>(face / 2));
    return face % 2 == 0 ? faces.lower : faces.upper;
}

/// The velocity across a face at its points, positive where it flows into the box.
class Inflow {
public:
    Inflow(const Problem& problem, int face) : problem_{problem}, face_{face} {}

    /// At point `column` of the faster axis and `row` of the slower one.
    [[nodiscard]] double at(std::int64_t column, std::int64_t row) const
    {
        const auto point = static_cast<std::size_t>(row * fast().cells + column);
        const double along = given_velocity(face_of(problem_, face_), face_ / 2, point);
        return face_ % 2 == 0 ? along : -along;
    }

    [[nodiscard]] FaceFlow flow() const
    {
        FaceFlow flow;
        for (std::int64_t row = 0; row < slow().cells; ++row) {
            for (std::int64_t column = 0; column < fast().cells; ++column) {
                const double area = width_of(slow(), row) * width_of(fast(), column);
                flow.entering += std::max(at(column, row), 0.0) * area;
                flow.leaving += std::max(-at(column, row), 0.0) * area;
                flow.uncertain += (bend(column, row, true) + bend(column, row, false)) * area / 4.0;
            }
        }
        return flow;
    }

private:
    [[nodiscard]] const Axis& fast() const { return axis_of(problem_, faster_axis(face_ / 2)); }
    [[nodiscard]] const Axis& slow() const { return axis_of(problem_, slower_axis(face_ / 2)); }

    /// The size of the second difference along an axis; at an end that of the neighbour, of two
    /// cells the difference, of one cell nothing.
    [[nodiscard]] double bend(std::int64_t column, std::int64_t row, bool faster) const
    {
        const std::int64_t cells = faster ? fast().cells : slow().cells;
        const auto value = [&](std::int64_t index) {
            return faster ? at(index, row) : at(column, index);
        };
        if (cells < 3) {
            return cells == 2 ? std::abs(value(1) - value(0)) : 0.0;
        }
        const std::int64_t middle = std::clamp<std::int64_t>(faster ? column : row, 1, cells - 2);
        return std::abs(value(middle - 1) - 2.0 * value(middle) + value(middle + 1));
    }

    const Problem& problem_;
    int face_;
};

/// Multiplies the velocities across a face that flow into the box and those that flow out of it.
void scale_across(Problem& problem, int face, double entering, double leaving)
{
    Face& one = face_in(problem, face);
    const auto axis = static_cast<std::size_t>(face / 2);
    const auto scaled = [&](double value) {
        return value * ((face % 2 == 0) == (value > 0.0) ? entering : leaving);
    };
    one.velocity.at(axis) = scaled(one.velocity.at(axis));
    for (double& value : one.profile.at(axis)) {
        value = scaled(value);
    }
}

/// Gives inflow faces their rates.
void scale_to_rates(Problem& problem)
{
    constexpr double rounding = 1e-12;  // of a rate that is there already
    for (int face = 0; face < face_count; ++face) {
        const Face& one = face_of(problem, face);
        if (one.flow_rate) {
            const double into = flow_of(problem, face).net() / absent_width(problem);
            const double factor = into != 0.0 ? *one.flow_rate / into : 0.0;
            if (std::abs(factor - 1.0) > rounding) {
                scale_across(problem, face, factor, factor);
            }
        }
    }
}

/// The faces whose velocities are scaled: profiles, because numbers do not change with time, or
/// numbers if there are no profiles; but not those that are given a rate.
std::vector<int> faces_to_scale(const Problem& problem)
{
    std::vector<int> profiles;
    std::vector<int> numbers;
    for (int face = 0; face < face_count; ++face) {
        const Face& one = face_of(problem, face);
        if (one.kind == FaceKind::inflow && !one.flow_rate) {
            const bool has_profile = !one.profile.at(static_cast<std::size_t>(face / 2)).empty();
            (has_profile ? profiles : numbers).push_back(face);
        }
    }
    return profiles.empty() ? numbers : profiles;
}

}  // namespace

double absent_width(const Problem& problem)
{
    double width = 1.0;
    for (int axis = 0; axis < 3; ++axis) {
        if (poisson::is_absent(projection_of(problem), axis)) {
            width *= width_of(axis_of(problem, axis), 0);
        }
    }
    return width;
}

FaceFlow flow_of(const Problem& problem, int face)
{
    return Inflow{problem, face}.flow();
}

Balance balance_of(const Problem& given)
{
    Problem problem = given;
    scale_to_rates(problem);
    Balance balance;
    for (int face = 0; face < face_count; ++face) {
        if (face_of(problem, face).kind == FaceKind::inflow) {
            const FaceFlow flow = flow_of(problem, face);
            balance.entering += flow.net();
            balance.moved += flow.entering + flow.leaving;
            balance.uncertain += flow.uncertain;
        } else if (face_of(problem, face).kind == FaceKind::outflow) {
            balance.outflow_area += area_of(problem, face);
        }
    }
    return balance;
}

Balanced balanced(Problem problem)
{
    constexpr double rounding = 1e-13;  // of sums that are in balance
    scale_to_rates(problem);
    const Balance balance = balance_of(problem);
    if (balance.outflow_area > 0.0 || std::abs(balance.entering) <= rounding * balance.moved) {
        return {std::move(problem)};
    }
    const std::vector<int> faces = faces_to_scale(problem);
    double moved = 0.0;
    for (const int face : faces) {
        const FaceFlow flow = flow_of(problem, face);
        moved += flow.entering + flow.leaving;
    }
    const double part = balance.entering / moved;
    if (!(std::abs(part) < 0.5)) {  // what there is to scale is too little
        return {std::move(problem)};
    }
    for (const int face : faces) {
        scale_across(problem, face, 1.0 - part, 1.0 + part);
    }
    return {std::move(problem), std::abs(part)};
}

double outflow_speed(const Problem& problem)
{
    const Balance balance = balance_of(problem);
    return balance.outflow_area > 0.0 ? std::max(balance.entering, 0.0) / balance.outflow_area
                                      : 0.0;
}

}  // namespace tobiuo::flow
