// SPDX-License-Identifier: BSD-3-Clause
// What the faces of a flow give: the expressions of a case, which may depend on time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tobiuo/flow/problem.hpp>

#include "app/case/flow/flow_case.hpp"
#include "app/errors.hpp"
#include "app/run/flow/face_planes.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/run/flow/time/time_table.hpp"
#include "solvers/flow/formula_faces.hpp"
#include "solvers/poisson/sample.hpp"

namespace tobiuo {

/// A component of the velocity of a face, or its scalar.
class FaceValue {
public:
    /// `component` is no_component for a scalar, `scalar` its number. Face 2 axis + end, where end 0 is
    /// the lower one. `planes` are those of the face, if it has some.
    FaceValue(const FlowCase& flow, const flow::Problem& problem, int face, int component,
              int scalar = 0, const std::shared_ptr<FacePlanes>& planes = nullptr);

    /// Whether it changes with time: by the variable t, by a table or by turbulence.
    [[nodiscard]] bool changes() const { return depends_.on_time; }
    /// Whether it is a velocity across the face that differs from point to point.
    [[nodiscard]] bool is_profile_across() const
    {
        return depends_.on_space && component_ == face_ / 2;
    }
    /// Whether flow::FormulaFaces can compute it.
    [[nodiscard]] bool has_formula() const { return scalar_ == 0; }
    [[nodiscard]] flow::FaceFormula formula(const flow::Problem& problem) const;
    /// The key of the expression, "faces.x.lower.velocity", and its place in the case.
    [[nodiscard]] const std::string& key() const { return key_; }
    [[nodiscard]] const Position& at() const { return at_; }

    /// Gives the problem the value at a time: a number is kept as one, an expression at all points.
    /// Throws InputError if the expression is not finite somewhere.
    void put(flow::Problem& problem, double time) const;

    /// Why the value makes the problem, which can be solved, one that cannot, whatever the other
    /// faces give; nothing if it does not.
    [[nodiscard]] std::optional<std::string> objection(flow::Problem problem, double time) const;

private:
    int face_;
    int component_;
    int scalar_;
    flow::ScalarFaceKind scalar_kind_ = {};
    std::string key_;
    Position at_;
    Expression expression_;
    Dependence depends_;
    std::function<double(double time)> factor_;  ///< of a table, or null
    /// The planes that are the value in place of the expression, or null.
    std::shared_ptr<FacePlanes> planes_;
    std::unique_ptr<poisson::GridSampler> sampler_;
};

/// The section of a case to which an error belongs that no value has by itself.
struct FaceSection {
    std::string_view key;
    const Position& at;
};

/// What decides at each time what faces give.
struct FaceSources {
    std::vector<FaceValue> values = {};
    std::vector<flow::FaceRate> rates = {};  ///< that change
    std::vector<flow::InflowTurbulence> turbulence = {};
};

/// The problem with these values at a time, balanced as a solver has it. Throws InputError, with the
/// time where one changes, if a value is not finite or makes no flow, as where more enters than
/// leaves.
[[nodiscard]] flow::Problem with_face_values(const flow::Problem& problem,
                                             const FaceSources& sources, double time,
                                             const FaceSection& section);

/// Fills in the velocities of all faces at time 0. Throws InputError as with_face_values() does.
void read_face_velocities(const FlowCase& flow, flow::Problem& problem);

/// Fills in the kinds and values of all faces of the scalars, which the case has, at time 0, too.
void read_face_scalars(const FlowCase& flow, flow::Problem& problem);

/// The faces of a problem, whose values it changes with time.
class FlowFaces {
public:
    /// Keeps both; the problem is flow_problem() of the case.
    FlowFaces(const FlowCase& flow, flow::Problem& problem);

    /// Whether what a face gives changes with time.
    [[nodiscard]] bool change() const { return !changing_.values.empty(); }

    /// The profiles that flow::FormulaFaces computes, and the problem with the faces as the case has
    /// them at time 0.
    [[nodiscard]] const std::vector<flow::FaceFormula>& formulas() const { return formulas_; }
    [[nodiscard]] const flow::FaceCourse& course() const { return course_; }
    [[nodiscard]] const flow::Problem& given() const { return given_; }
    /// What a run takes of a device for faces that change.
    [[nodiscard]] std::int64_t device_bytes() const
    {
        return change() ? static_cast<std::int64_t>(flow::FormulaFaces::value_bytes(formulas_)) : 0;
    }
    /// The place of the faces in the case.
    [[nodiscard]] const Position& place() const { return flow_->faces_at; }

    /// The part by which the velocities across faces at time 0 were scaled so that what enters
    /// leaves; 0 if they were not.
    [[nodiscard]] double scaled_by() const;

    /// What the faces give at a time. Throws InputError as with_face_values() does. One thread at a
    /// time calls it.
    [[nodiscard]] flow::FaceValues at(double time) const;

    /// Looks at some times from 0 to `until` in advance. Throws as at() does.
    void check_until(double until) const;

    /// The largest |u| / dx + |v| / dy + |w| / dz of the faces at `from` and some times to `until`.
    [[nodiscard]] double largest_rate(double from, double until) const;
    static constexpr int times_on_the_way = 4;  ///< a step is short beside what changes in it

    /// Gives the problem these values.
    void take(const flow::FaceValues& values)
    {
        flow::set_face_values(*problem_, values);
        owed_.reset();
    }
    /// Gives the problem the values at a time when settle() is called, which does so if they are
    /// not there yet: before somebody looks at the faces of the problem.
    void take_later(double time) { owed_ = time; }
    void settle();

private:
    [[nodiscard]] flow::Problem at_time(double time) const;

    const FlowCase* flow_;
    flow::Problem* problem_;
    flow::Problem given_;  ///< with the faces at time 0 as the case has them, without scaling
    FaceSources changing_;
    std::vector<flow::FaceFormula> formulas_;
    flow::FaceCourse course_;
    std::optional<double> owed_;  ///< the time whose values the problem has not got
};

}  // namespace tobiuo
