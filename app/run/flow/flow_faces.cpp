#include "app/run/flow/flow_faces.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/case/flow/flow_case.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/run/input_errors.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo {
namespace {

const ScalarFaceSection& given_scalar(const FlowCase& flow, int face, int scalar)
{
    return scalar_of_number(flow, scalar)
        .faces.at(static_cast<std::size_t>(face / 2))
        .at(static_cast<std::size_t>(face % 2));
}

const FieldExpression& given_value(const FlowCase& flow, int face, int component, int scalar)
{
    if (component == no_component) {
        return given_scalar(flow, face, scalar).number;
    }
    return flow.faces.at(static_cast<std::size_t>(face / 2))
        .at(static_cast<std::size_t>(face % 2))
        .velocity.at(static_cast<std::size_t>(component));
}

std::string key_of(const FlowCase& flow, int face, int component, int scalar)
{
    const std::string place =
        fmt::format("faces.{}.{}", casefile::axis_words.at(static_cast<std::size_t>(face / 2)),
                    face % 2 == 0 ? "lower" : "upper");
    if (component != no_component) {
        return place + ".velocity";
    }
    const bool is_flux = given_scalar(flow, face, scalar).kind == flow::ScalarFaceKind::flux;
    return scalar_of_number(flow, scalar).key() + "." + place + (is_flux ? ".flux" : ".value");
}

/// The points of a face at which it gives the value.
Grid points_of_face(const flow::Problem& problem, int face, int component)
{
    const Axis& across = problem.grid.axes.at(static_cast<std::size_t>(face / 2));
    return points_of(problem, component, face / 2, face % 2 == 0 ? across.lower : across.upper);
}

flow::Face& face_in(flow::Problem& problem, int face)
{
    flow::Faces& faces = problem.faces.at(static_cast<std::size_t>(face / 2));
    return face % 2 == 0 ? faces.lower : faces.upper;
}

/// Why there is no flow of the problem, wherever it runs; nothing if there is one.
std::optional<std::string> objection_to(const flow::Problem& problem)
{
    return flow::unsupported_reason(problem, Backend::cpu);
}

}  // namespace

FaceValue::FaceValue(const FlowCase& flow, const flow::Problem& problem, int face, int component,
                     int scalar)
    : face_{face},
      component_{component},
      scalar_{scalar},
      key_{key_of(flow, face, component, scalar)},
      at_{given_value(flow, face, component, scalar).at},
      expression_{expression_of(given_value(flow, face, component, scalar))},
      depends_{dependence_of(expression_)},
      sampler_{std::make_unique<poisson::GridSampler>(expression_,
                                                      points_of_face(problem, face, component))}
{
    if (component == no_component) {
        scalar_kind_ = given_scalar(flow, face, scalar).kind;
    }
}

void FaceValue::put(flow::Problem& problem, double time) const
{
    std::vector<double> samples(static_cast<std::size_t>(sampler_->count()));
    at_expression(key_, at_, [&] { sampler_->sample(samples, time); });
    double* number = nullptr;
    std::vector<double>* profile = nullptr;
    if (component_ == no_component) {
        flow::Scalar& scalar =
            scalar_ == 0 ? *problem.scalar
                         : problem.further_scalars.at(static_cast<std::size_t>(scalar_) - 1).scalar;
        flow::ScalarFace& face = scalar.faces.at(static_cast<std::size_t>(face_));
        face.kind = scalar_kind_;
        number = &face.number;
        profile = &face.profile;
    } else {
        flow::Face& face = face_in(problem, face_);
        number = &face.velocity.at(static_cast<std::size_t>(component_));
        profile = &face.profile.at(static_cast<std::size_t>(component_));
    }
    if (depends_.on_space || depends_.on_time) {
        *profile = std::move(samples);
    } else {
        *number = samples.front();
    }
}

std::optional<std::string> FaceValue::objection(flow::Problem problem, double time) const
{
    const bool enters = face_in(problem, face_).kind == flow::FaceKind::inflow;
    if (component_ != no_component && enters) {
        return std::nullopt;  // what enters must leave, through other faces
    }
    put(problem, time);
    return objection_to(problem);
}

flow::Problem with_face_values(const flow::Problem& problem, std::span<const FaceValue> values,
                               double time, const FaceSection& section)
{
    flow::Problem next = problem;
    for (const FaceValue& value : values) {
        value.put(next, time);
    }
    const auto reason = objection_to(next);
    if (!reason) {
        return flow::balanced(std::move(next)).problem;
    }
    const auto when = [time](bool changes) {
        return changes ? fmt::format("at t = {:.6g}, ", time) : "";
    };
    const bool was_sound = !objection_to(problem);
    for (const FaceValue& value : values) {
        if (const auto own = was_sound ? value.objection(problem, time) : std::nullopt) {
            throw InputError{value.at(),
                             fmt::format("{}: {}{}", value.key(), when(value.changes()), *own)};
        }
    }
    const bool change = std::ranges::any_of(values, &FaceValue::changes);
    throw InputError{section.at, fmt::format("{}: {}{}", section.key, when(change), *reason)};
}

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
    for (int scalar = 0; scalar < scalar_count(flow); ++scalar) {
        for (int face = 0; face < faces_of_box; ++face) {
            values.emplace_back(flow, problem, face, no_component, scalar);
        }
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
    problem = with_face_values(
        problem, scalars_of(flow, problem), 0.0,
        {.key = flow.scalar->is_named ? "scalars" : "scalar", .at = flow.scalar_at});
}

FlowFaces::FlowFaces(const FlowCase& flow, flow::Problem& problem)
    : flow_{&flow}, problem_{&problem}, given_{without_velocities(flow)}
{
    give_rates(flow, given_);
    for (auto values : {&velocities_of, &scalars_of}) {
        for (FaceValue& value : values(flow, problem)) {
            value.put(given_, 0.0);
            if ((value.changes() || value.is_profile_across()) && value.has_formula()) {
                formulas_.push_back(value.formula(problem));
            }
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

void FlowFaces::settle()
{
    if (owed_) {
        take(at(*owed_));
    }
}

double FlowFaces::largest_rate(double from, double until) const
{
    flow::Problem problem = *problem_;
    double largest = rate_of_faces(problem);
    for (int n = 1; n <= times_on_the_way && change(); ++n) {
        flow::set_face_values(problem, at(from + (until - from) * n / times_on_the_way));
        largest = std::max(largest, rate_of_faces(problem));
    }
    return largest;
}

}  // namespace tobiuo
