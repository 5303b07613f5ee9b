#include "app/run/flow/flow_faces.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/run/flow/output/flow_points.hpp"

namespace tobiuo {
namespace {

const FlowFace& given_face(const FlowCase& flow, int face)
{
    return flow.faces.at(static_cast<std::size_t>(face / 2)).at(static_cast<std::size_t>(face % 2));
}

const FieldExpression& given_value(const FlowCase& flow, int face, int component)
{
    if (component == no_component) {
        return flow.scalar->faces.at(static_cast<std::size_t>(face / 2))
            .at(static_cast<std::size_t>(face % 2))
            .number;
    }
    return given_face(flow, face).velocity.at(static_cast<std::size_t>(component));
}

std::string key_of(int face, int component)
{
    const bool is_scalar = component == no_component;
    return fmt::format("{}faces.{}.{}{}", is_scalar ? "scalar." : "",
                       casefile::axis_words.at(static_cast<std::size_t>(face / 2)),
                       face % 2 == 0 ? "lower" : "upper", is_scalar ? "" : ".velocity");
}

/// The values of an expression on a face.
std::vector<double> face_samples(const FlowCase& flow, const flow::Problem& problem, int face,
                                 int component, double time)
{
    const Axis& across = problem.grid.axes.at(static_cast<std::size_t>(face / 2));
    return sampled(
        given_value(flow, face, component), key_of(face, component),
        points_of(problem, component, face / 2, face % 2 == 0 ? across.lower : across.upper), time);
}

/// Gives a value of a face its samples, or the number that they all are.
void set_value(const FlowCase& flow, flow::Problem& problem, int face, int component,
               std::vector<double> samples)
{
    const auto [on_space, on_time] = dependence_of(given_value(flow, face, component));
    flow::Faces& faces = problem.faces.at(static_cast<std::size_t>(face / 2));
    flow::Face& one = face % 2 == 0 ? faces.lower : faces.upper;
    const auto at = static_cast<std::size_t>(component);
    double& number = component == no_component
                         ? problem.scalar->faces.at(static_cast<std::size_t>(face)).number
                         : one.velocity.at(at);
    std::vector<double>& profile =
        component == no_component ? problem.scalar->faces.at(static_cast<std::size_t>(face)).profile
                                  : one.profile.at(at);
    if (on_space || on_time) {
        profile = std::move(samples);
    } else {
        number = samples.front();
    }
}

bool gives_velocity(const FlowCase& flow, int face)
{
    const flow::FaceKind kind = given_face(flow, face).kind;
    return kind == flow::FaceKind::no_slip || kind == flow::FaceKind::inflow;
}

constexpr int faces_of_box = 6;

}  // namespace

void read_face_velocities(const FlowCase& flow, flow::Problem& problem)
{
    for (int face = 0; face < faces_of_box; ++face) {
        for (int component = 0; component < 3 && gives_velocity(flow, face); ++component) {
            set_value(flow, problem, face, component,
                      face_samples(flow, problem, face, component, 0.0));
        }
    }
}

void read_face_scalars(const FlowCase& flow, flow::Problem& problem)
{
    for (int face = 0; face < faces_of_box; ++face) {
        problem.scalar->faces.at(static_cast<std::size_t>(face)).kind =
            flow.scalar->faces.at(static_cast<std::size_t>(face / 2))
                .at(static_cast<std::size_t>(face % 2))
                .kind;
        set_value(flow, problem, face, no_component,
                  face_samples(flow, problem, face, no_component, 0.0));
    }
}

FlowFaces::FlowFaces(const FlowCase& flow, flow::Problem& problem)
    : flow_{&flow}, problem_{&problem}
{
    for (int face = 0; face < faces_of_box; ++face) {
        for (int component = 0; component <= no_component; ++component) {
            const bool is_given =
                component == no_component ? flow.scalar.has_value() : gives_velocity(flow, face);
            if (is_given && dependence_of(given_value(flow, face, component)).on_time) {
                changing_.push_back({.face = face, .component = component});
            }
        }
    }
}

flow::FaceValues FlowFaces::at(double time) const
{
    flow::Problem problem = *problem_;
    for (const Value& value : changing_) {
        set_value(*flow_, problem, value.face, value.component,
                  face_samples(*flow_, problem, value.face, value.component, time));
    }
    if (const auto reason = flow::unsupported_reason(problem, Backend::cpu)) {
        throw InputError{flow_->faces_at, fmt::format("faces: at t = {:.6g}, {}", time, *reason)};
    }
    return flow::face_values(problem);
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
