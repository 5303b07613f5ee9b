// What the faces of a flow give: the expressions of a case, which may depend on time.
#pragma once

#include <vector>

#include <tobiuo/flow/problem.hpp>

#include "app/case/flow/flow_case.hpp"
#include "app/run/flow/flow_face_value.hpp"

namespace tobiuo {

/// Fills in the velocities of all faces at time 0. Throws InputError as with_face_values() does.
void read_face_velocities(const FlowCase& flow, flow::Problem& problem);

/// Fills in the kinds and values of all faces of the scalar, which the case has, at time 0, too.
void read_face_scalars(const FlowCase& flow, flow::Problem& problem);

/// The faces of a problem, whose values it changes with time.
class FlowFaces {
public:
    /// Keeps both; the problem is flow_problem() of the case.
    FlowFaces(const FlowCase& flow, flow::Problem& problem);

    /// Whether an expression of a face has the variable t.
    [[nodiscard]] bool change() const { return !changing_.empty(); }

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

    /// Gives the problem these values.
    void take(const flow::FaceValues& values) { flow::set_face_values(*problem_, values); }

private:
    const FlowCase* flow_;
    flow::Problem* problem_;
    flow::Problem given_;  ///< with the faces at time 0 as the case has them, without scaling
    std::vector<FaceValue> changing_;
};

}  // namespace tobiuo
