// SPDX-License-Identifier: BSD-3-Clause
// What flows through the faces of a flow problem: given rates, and that what enters leaves.
#include <algorithm>
#include <array>
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

/// What flows through the faces of a problem, whose velocities are scaled with it.
struct ProblemFlows {
    Problem problem;

    [[nodiscard]] FaceFlow through(int face) const { return flow_of(problem, face); }
    void scale(int face, const FaceScale& by)
    {
        scale_across(problem, face, by.entering, by.leaving);
    }
};

/// Sums of what flows through the faces, which somebody else scales with them.
struct SummedFlows {
    const Problem& problem;
    std::array<FaceFlow, face_count> flows;
    std::array<FaceScale, face_count> scales = {};

    [[nodiscard]] const FaceFlow& through(int face) const
    {
        return flows.at(static_cast<std::size_t>(face));
    }
    void scale(int face, const FaceScale& by)
    {
        FaceFlow& flow = flows.at(static_cast<std::size_t>(face));
        flow.entering *= by.entering;
        flow.leaving *= by.leaving;
        flow.uncertain *= std::max(by.entering, by.leaving);
        FaceScale& all = scales.at(static_cast<std::size_t>(face));
        all.entering *= by.entering;
        all.leaving *= by.leaving;
    }
};

/// Gives inflow faces their rates.
template <typename Flows>
void scale_to_rates(Flows& flows)
{
    constexpr double rounding = 1e-12;  // of a rate that is there already
    for (int face = 0; face < face_count; ++face) {
        const auto rate = face_of(flows.problem, face).flow_rate;
        if (rate) {
            const double into = flows.through(face).net() / absent_width(flows.problem);
            const double factor = into != 0.0 ? *rate / into : 0.0;
            if (std::abs(factor - 1.0) > rounding) {
                flows.scale(face, {.entering = factor, .leaving = factor});
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

/// The balance of flows that have their rates.
template <typename Flows>
Balance balance_of_flows(Flows flows)
{
    scale_to_rates(flows);
    const Problem& problem = flows.problem;
    Balance balance;
    for (int face = 0; face < face_count; ++face) {
        if (face_of(problem, face).kind == FaceKind::inflow) {
            const FaceFlow flow = flows.through(face);
            balance.entering += flow.net();
            balance.moved += flow.entering + flow.leaving;
            balance.uncertain += flow.uncertain;
        }
    }
    balance.outflow_area = outflow_area(problem);
    return balance;
}

/// Scales flows as balanced() says; returns the part by which the balance was kept.
template <typename Flows>
double scale_to_balance(Flows& flows)
{
    constexpr double rounding = 1e-13;  // of sums that are in balance
    scale_to_rates(flows);
    const Balance balance = balance_of_flows(flows);
    if (balance.outflow_area > 0.0 || std::abs(balance.entering) <= rounding * balance.moved) {
        return 0.0;
    }
    const std::vector<int> faces = faces_to_scale(flows.problem);
    double moved = 0.0;
    for (const int face : faces) {
        const FaceFlow flow = flows.through(face);
        moved += flow.entering + flow.leaving;
    }
    const double part = balance.entering / moved;
    if (!(std::abs(part) < 0.5)) {  // what there is to scale is too little
        return 0.0;
    }
    for (const int face : faces) {
        flows.scale(face, {.entering = 1.0 - part, .leaving = 1.0 + part});
    }
    return std::abs(part);
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

Balance balance_of(const Problem& problem)
{
    return balance_of_flows(ProblemFlows{problem});
}

Balanced balanced(Problem problem)
{
    ProblemFlows flows{std::move(problem)};
    const double scaled_by = scale_to_balance(flows);
    return {std::move(flows.problem), scaled_by};
}

BalancedFlows balanced(const Problem& problem, const std::array<FaceFlow, face_count>& given)
{
    bool make_a_flow = true;
    for (int face = 0; face < face_count; ++face) {
        const FaceFlow& flow = given.at(static_cast<std::size_t>(face));
        const Face& one = face_of(problem, face);
        const bool is_wall = one.kind == FaceKind::no_slip;
        make_a_flow = make_a_flow && !(is_wall && flow.moved() != 0.0) &&
                      !(one.flow_rate && (cannot_carry(flow, *one.flow_rate) ||
                                          carries_against(flow, *one.flow_rate)));
    }
    SummedFlows flows{.problem = problem, .flows = given};
    make_a_flow = make_a_flow && !is_out_of_balance(balance_of_flows(flows));
    static_cast<void>(scale_to_balance(flows));
    return {.scales = flows.scales,
            .entering = balance_of_flows(flows).entering,
            .make_a_flow = make_a_flow};
}

double outflow_area(const Problem& problem)
{
    double area = 0.0;
    for (int face = 0; face < face_count; ++face) {
        area += face_of(problem, face).kind == FaceKind::outflow ? area_of(problem, face) : 0.0;
    }
    return area;
}

double outflow_speed(const Problem& problem)
{
    const Balance balance = balance_of(problem);
    return balance.outflow_area > 0.0 ? std::max(balance.entering, 0.0) / balance.outflow_area
                                      : 0.0;
}

}  // namespace tobiuo::flow
