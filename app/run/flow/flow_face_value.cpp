#include "app/run/flow/flow_face_value.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "app/case/yaml/keys.hpp"
#include "app/run/poisson/poisson_expression.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo {
namespace {

const ScalarFaceSection& given_scalar(const FlowCase& flow, int face)
{
    return flow.scalar->faces.at(static_cast<std::size_t>(face / 2))
        .at(static_cast<std::size_t>(face % 2));
}

const FieldExpression& given_value(const FlowCase& flow, int face, int component)
{
    if (component == no_component) {
        return given_scalar(flow, face).number;
    }
    return flow.faces.at(static_cast<std::size_t>(face / 2))
        .at(static_cast<std::size_t>(face % 2))
        .velocity.at(static_cast<std::size_t>(component));
}

std::string key_of(const FlowCase& flow, int face, int component)
{
    const std::string place =
        fmt::format("faces.{}.{}", casefile::axis_words.at(static_cast<std::size_t>(face / 2)),
                    face % 2 == 0 ? "lower" : "upper");
    if (component != no_component) {
        return place + ".velocity";
    }
    const bool is_flux = given_scalar(flow, face).kind == flow::ScalarFaceKind::flux;
    return "scalar." + place + (is_flux ? ".flux" : ".value");
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

}  // namespace

FaceValue::FaceValue(const FlowCase& flow, const flow::Problem& problem, int face, int component)
    : face_{face},
      component_{component},
      key_{key_of(flow, face, component)},
      at_{given_value(flow, face, component).at}
{
    const Expression expression = expression_of(given_value(flow, face, component));
    depends_ = dependence_of(expression);
    sampler_ = std::make_unique<poisson::GridSampler>(expression,
                                                      points_of_face(problem, face, component));
    if (component == no_component) {
        scalar_kind_ = given_scalar(flow, face).kind;
    }
}

void FaceValue::put(flow::Problem& problem, double time) const
{
    std::vector<double> samples(static_cast<std::size_t>(sampler_->count()));
    at_expression(key_, at_, [&] { sampler_->sample(samples, time); });
    double* number = nullptr;
    std::vector<double>* profile = nullptr;
    if (component_ == no_component) {
        flow::ScalarFace& face = problem.scalar->faces.at(static_cast<std::size_t>(face_));
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
    return flow::unsupported_reason(problem, Backend::cpu);
}

flow::Problem with_face_values(const flow::Problem& problem, std::span<const FaceValue> values,
                               double time, const FaceSection& section)
{
    flow::Problem next = problem;
    for (const FaceValue& value : values) {
        value.put(next, time);
    }
    const auto reason = flow::unsupported_reason(next, Backend::cpu);
    if (!reason) {
        return flow::balanced(std::move(next)).problem;
    }
    const auto when = [time](bool changes) {
        return changes ? fmt::format("at t = {:.6g}, ", time) : "";
    };
    const bool was_sound = !flow::unsupported_reason(problem, Backend::cpu);
    for (const FaceValue& value : values) {
        if (const auto own = was_sound ? value.objection(problem, time) : std::nullopt) {
            throw InputError{value.at(),
                             fmt::format("{}: {}{}", value.key(), when(value.changes()), *own)};
        }
    }
    const bool change = std::ranges::any_of(values, &FaceValue::changes);
    throw InputError{section.at, fmt::format("{}: {}{}", section.key, when(change), *reason)};
}

}  // namespace tobiuo
