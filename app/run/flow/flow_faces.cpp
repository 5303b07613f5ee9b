#include "app/run/flow/flow_faces.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "app/case/flow/flow_case.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/run/flow/output/flow_points.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo {
namespace {

constexpr int faces_of_box = 6;

bool gives_velocity(const FlowCase& flow, int face)
{
    const flow::FaceKind kind = flow.faces.at(static_cast<std::size_t>(face / 2))
                                    .at(static_cast<std::size_t>(face % 2))
                                    .kind;
    return kind == flow::FaceKind::no_slip || kind == flow::FaceKind::inflow;
}

std::vector<FaceValue> velocities_of(const FlowCase& flow, const flow::Problem& problem)
{
    std::vector<FaceValue> values;
    for (int face = 0; face < faces_of_box; ++face) {
        for (int component = 0; component < 3 && gives_velocity(flow, face); ++component) {
            values.emplace_back(flow, problem, face, component);
        }
    }
    return values;
}

std::vector<FaceValue> scalars_of(const FlowCase& flow, const flow::Problem& problem)
{
    std::vector<FaceValue> values;
    for (int face = 0; face < faces_of_box && flow.scalar; ++face) {
        values.emplace_back(flow, problem, face, no_component);
    }
    return values;
}

void give_rates(const FlowCase& flow, flow::Problem& problem)
{
    for (std::size_t axis = 0; axis < problem.faces.size(); ++axis) {
        problem.faces.at(axis).lower.flow_rate = flow.faces.at(axis)[0].flow_rate;
        problem.faces.at(axis).upper.flow_rate = flow.faces.at(axis)[1].flow_rate;
    }
}

}  // namespace

void read_face_velocities(const FlowCase& flow, flow::Problem& problem)
{
    give_rates(flow, problem);
    problem = with_face_values(problem, velocities_of(flow, problem), 0.0,
                               {.key = "faces", .at = flow.faces_at});
}

void read_face_scalars(const FlowCase& flow, flow::Problem& problem)
{
    problem = with_face_values(problem, scalars_of(flow, problem), 0.0,
                               {.key = "scalar", .at = flow.scalar_at});
}

FlowFaces::FlowFaces(const FlowCase& flow, flow::Problem& problem)
    : flow_{&flow}, problem_{&problem}, given_{without_velocities(flow)}
{
    give_rates(flow, given_);
    for (auto values : {&velocities_of, &scalars_of}) {
        for (FaceValue& value : values(flow, problem)) {
            value.put(given_, 0.0);
            if (value.changes()) {
                changing_.push_back(std::move(value));
            }
        }
    }
}

double FlowFaces::scaled_by() const
{
    return flow::balanced(given_).scaled_by;
}

flow::FaceValues FlowFaces::at(double time) const
{
    return flow::face_values(
        with_face_values(given_, changing_, time, {.key = "faces", .at = flow_->faces_at}));
}

void FlowFaces::check_until(double until) const
{
    constexpr int times = 16;  // one of them soon finds what is wrong for a while
    for (int n = 1; n <= times && change(); ++n) {
        static_cast<void>(at(until * n / times));
    }
}

double FlowFaces::largest_rate(double from, double until) const
{
    constexpr int times = 4;  // a step is short beside what changes in it
    flow::Problem problem = *problem_;
    double largest = rate_of_faces(problem);
    for (int n = 1; n <= times && change(); ++n) {
        flow::set_face_values(problem, at(from + (until - from) * n / times));
        largest = std::max(largest, rate_of_faces(problem));
    }
    return largest;
}

}  // namespace tobiuo
