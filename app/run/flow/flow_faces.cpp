// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/flow_faces.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <stdexcept>
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

const FlowFace& given_face(const FlowCase& flow, int face)
{
    return flow.faces.at(static_cast<std::size_t>(face / 2)).at(static_cast<std::size_t>(face % 2));
}

/// What a column of a table multiplies a value with; null without a table.
std::function<double(double)> factor_of(const std::optional<TableSection>& table,
                                        std::size_t component, const std::string& key)
{
    if (!table) {
        return nullptr;
    }
    return at_key(key, table->file.path, table->file.at, [&] {
        return [key, read = TimeTable{*table, table->column(component)}](double time) {
            return read.at(time, key);
        };
    });
}

/// The planes of a face, which its components share; null without.
std::shared_ptr<FacePlanes> planes_of(const FlowCase& flow, const flow::Problem& problem, int face)
{
    if (!given_face(flow, face).planes) {
        return nullptr;
    }
    const std::string place = key_of(flow, face, face / 2, 0);
    return std::make_shared<FacePlanes>(*given_face(flow, face).planes, problem, face,
                                        place.substr(0, place.rfind('.')) + ".planes");
}

std::function<double(double)> factor_of(const FlowCase& flow, int face, int component, int scalar)
{
    const std::string place = key_of(flow, face, component, scalar);
    const std::string key = place.substr(0, place.rfind('.')) + ".table";
    return component == no_component
               ? factor_of(given_scalar(flow, face, scalar).table, 0, key)
               : factor_of(given_face(flow, face).table, static_cast<std::size_t>(component), key);
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
                     int scalar, const std::shared_ptr<FacePlanes>& planes)
    : face_{face},
      component_{component},
      scalar_{scalar},
      key_{key_of(flow, face, component, scalar)},
      at_{given_value(flow, face, component, scalar).at},
      expression_{expression_of(given_value(flow, face, component, scalar))},
      depends_{dependence_of(expression_)},
      factor_{factor_of(flow, face, component, scalar)},
      planes_{planes},
      sampler_{std::make_unique<poisson::GridSampler>(expression_,
                                                      points_of_face(problem, face, component))}
{
    if (component == no_component) {
        scalar_kind_ = given_scalar(flow, face, scalar).kind;
    }
    depends_.on_time = depends_.on_time || factor_ || planes_ != nullptr ||
                       (component != no_component && given_face(flow, face).turbulence);
}

flow::FaceFormula FaceValue::formula(const flow::Problem& problem) const
{
    flow::FaceFormula formula = flow::face_formula(problem, face_, component_, expression_);
    formula.factor = factor_;
    if (planes_) {
        formula.source = [planes = planes_, component = component_](double time) {
            return planes->at(component, time);
        };
    }
    return formula;
}

void FaceValue::put(flow::Problem& problem, double time) const
{
    std::vector<double> samples(static_cast<std::size_t>(sampler_->count()));
    if (planes_) {
        samples = planes_->at(component_, time);
    } else {
        at_expression(key_, at_, [&] { sampler_->sample(samples, time); });
    }
    const double factor = factor_ ? factor_(time) : 1.0;
    for (double& sample : samples) {
        sample *= factor;
    }
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

flow::Problem with_face_values(const flow::Problem& problem, const FaceSources& sources,
                               double time, const FaceSection& section)
{
    const std::vector<FaceValue>& values = sources.values;
    flow::Problem next = problem;
    for (const FaceValue& value : values) {
        value.put(next, time);
    }
    for (const flow::FaceRate& rated : sources.rates) {
        face_in(next, rated.face).flow_rate = rated.rate(time);
    }
    for (const flow::InflowTurbulence& turbulence : sources.turbulence) {
        turbulence.add(face_in(next, turbulence.face()), time);
    }
    const auto reason = objection_to(next);
    if (!reason) {
        next = flow::balanced(std::move(next)).problem;
        for (const flow::FaceRate& rated : sources.rates) {
            face_in(next, rated.face).flow_rate.reset();  // the solver has it of the values
        }
        return next;
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
        const auto planes = planes_of(flow, problem, face);
        for (int component = 0; component < 3 && gives_velocity(flow, face); ++component) {
            values.emplace_back(flow, problem, face, component, 0, planes);
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

/// Gives faces the rates that do not change.
void give_rates(const FlowCase& flow, flow::Problem& problem)
{
    for (int face = 0; face < faces_of_box; ++face) {
        const FlowFace& given = given_face(flow, face);
        face_in(problem, face).flow_rate = given.table ? std::nullopt : given.flow_rate;
    }
}

/// Rates that are multiplied by a table.
std::vector<flow::FaceRate> rates_of(const FlowCase& flow)
{
    std::vector<flow::FaceRate> rates;
    for (int face = 0; face < faces_of_box; ++face) {
        const FlowFace& given = given_face(flow, face);
        if (given.table && given.flow_rate) {
            const auto factor = factor_of(flow, face, face / 2, 0);
            rates.push_back({.face = face, .rate = [factor, rate = *given.flow_rate](double time) {
                                 return rate * factor(time);
                             }});
        }
    }
    return rates;
}

/// Adds the turbulence of the faces of a problem, whose velocities carry it in; returns what it is
/// made of.
std::vector<flow::FaceTurbulence> add_turbulence(const FlowCase& flow, const flow::Problem& mean,
                                                 FaceSources& sources)
{
    std::vector<flow::FaceTurbulence> all;
    for (int face = 0; face < faces_of_box; ++face) {
        const auto& given = given_face(flow, face).turbulence;
        if (!given) {
            continue;
        }
        const std::string velocity = key_of(flow, face, face / 2, 0);
        const std::string key = velocity.substr(0, velocity.rfind('.')) + ".turbulence";
        flow::Turbulence turbulence{.length = given->length, .seed = given->seed};
        if (given->speed) {
            turbulence.velocity.emplace().at(static_cast<std::size_t>(face / 2)) =
                face % 2 == 0 ? *given->speed : -*given->speed;
        }
        for (int component = 0; component < 3; ++component) {
            turbulence.intensities.at(static_cast<std::size_t>(component)) = sampled(
                given->intensity, key + ".intensity", points_of_face(mean, face, component));
        }
        try {
            sources.turbulence.emplace_back(mean, face, turbulence);
        } catch (const std::invalid_argument& error) {
            throw InputError{given->intensity.at, fmt::format("{}: {}", key, error.what())};
        }
        turbulence.velocity = sources.turbulence.back().velocity();
        all.push_back({.face = face, .turbulence = std::move(turbulence)});
    }
    return all;
}

}  // namespace

void read_face_velocities(const FlowCase& flow, flow::Problem& problem)
{
    give_rates(flow, problem);
    const FaceSection section{.key = "faces", .at = flow.faces_at};
    FaceSources sources{.values = velocities_of(flow, problem), .rates = rates_of(flow)};
    const flow::Problem mean = with_face_values(problem, sources, 0.0, section);
    add_turbulence(flow, mean, sources);
    problem = sources.turbulence.empty() ? mean : with_face_values(problem, sources, 0.0, section);
}

void read_face_scalars(const FlowCase& flow, flow::Problem& problem)
{
    problem = with_face_values(
        problem, {.values = scalars_of(flow, problem)}, 0.0,
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
                changing_.values.push_back(std::move(value));
            }
        }
    }
    changing_.rates = course_.rates = rates_of(flow);
    course_.turbulence = add_turbulence(flow, at_time(0.0), changing_);
}

double FlowFaces::scaled_by() const
{
    flow::Problem problem = given_;
    for (const flow::FaceRate& rated : changing_.rates) {
        face_in(problem, rated.face).flow_rate = rated.rate(0.0);
    }
    return flow::balanced(std::move(problem)).scaled_by;
}

flow::FaceValues FlowFaces::at(double time) const
{
    return flow::face_values(at_time(time));
}

flow::Problem FlowFaces::at_time(double time) const
{
    return with_face_values(given_, changing_, time, {.key = "faces", .at = flow_->faces_at});
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
