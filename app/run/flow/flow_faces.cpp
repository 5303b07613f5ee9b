#include "app/run/flow/flow_faces.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "app/run/flow/flow_input.hpp"
#include "app/run/flow/output/flow_points.hpp"

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

}  // namespace

void read_face_velocities(const FlowCase& flow, flow::Problem& problem)
{
    problem = with_face_values(problem, velocities_of(flow, problem), 0.0,
                               {.key = "faces", .at = flow.faces_at});
}

void read_face_scalars(const FlowCase& flow, flow::Problem& problem)
{
    problem = with_face_values(problem, scalars_of(flow, problem), 0.0,
                               {.key = "scalar", .at = flow.scalar_at});
}

FlowFaces::FlowFaces(const FlowCase& flow, flow::Problem& problem)
    : flow_{&flow}, problem_{&problem}
{
    for (auto values : {&velocities_of, &scalars_of}) {
        for (FaceValue& value : values(flow, problem)) {
            if (value.changes()) {
                changing_.push_back(std::move(value));
            }
        }
    }
}

flow::FaceValues FlowFaces::at(double time) const
{
    return flow::face_values(
        with_face_values(*problem_, changing_, time, {.key = "faces", .at = flow_->faces_at}));
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
