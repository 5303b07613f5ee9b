// SPDX-License-Identifier: BSD-3-Clause
// The internal functions of flow problems.
#pragma once

#include <tobiuo/flow/problem.hpp>
#include <tobiuo/poisson/problem.hpp>

namespace tobiuo::flow {

/// Throws std::invalid_argument with unsupported_reason(), without the limits of a back end. The
/// functions below require a valid problem.
void validate(const Problem& problem);

/// The problem with its obstacles elsewhere. Throws std::invalid_argument as Solver::set_obstacles().
[[nodiscard]] Problem with_obstacles(const Problem& problem,
                                     const std::vector<Obstacle>& obstacles);

/// The problem with other values of its faces. Throws std::invalid_argument as Solver::set_faces().
[[nodiscard]] Problem with_faces(const Problem& problem, const FaceValues& values);

/// A problem whose velocities are those that a solver has.
struct Balanced {
    Problem problem;
    /// The part by which velocities across faces were scaled so that what enters leaves; 0 if it
    /// does, or if a face is an outflow.
    double scaled_by = 0.0;
};

/// Throws std::invalid_argument unless arrays may replace profiles of the problem.
void validate_arrays(const Problem& problem, const FaceArrays& arrays);

/// The valid problem with the velocities across faces scaled to their rates and, where no face is an
/// outflow, by what their sums are out of balance: what enters by 1 - part, what leaves by 1 + part.
/// A balanced problem stays as it is. Profiles are scaled if there are any, because numbers do not
/// change with time.
[[nodiscard]] Balanced balanced(Problem problem);

/// Face 2 axis + end, where end 0 is the lower one.
[[nodiscard]] const Face& face_of(const Problem& problem, int face);

/// Whether the faces of an axis are periodic.
[[nodiscard]] bool is_periodic(const Problem& problem, int axis);

/// The width of a cell of an axis, the volume of the box, and the area of a face.
[[nodiscard]] double width_of(const Axis& axis, std::int64_t cell);
[[nodiscard]] double volume_of(const Problem& problem);
[[nodiscard]] double area_of(const Problem& problem, int face);

/// The width along an axis of the volume around a value of a quantity; 1 along an absent axis.
[[nodiscard]] double volume_width(const Problem& problem, int quantity, int axis,
                                  std::int64_t index);

/// The problem that a projection solves for time times pressure.
[[nodiscard]] poisson::Problem projection_of(const Problem& problem);

/// The velocity component across the faces of an axis or along them at a point of a face, counted
/// as in Face::profile.
[[nodiscard]] double given_velocity(const Face& face, int component, std::size_t point);

/// How many scalars the flow carries, and one of them.
[[nodiscard]] int scalar_count(const Problem& problem);
[[nodiscard]] const Scalar& scalar_of_number(const Problem& problem, int number);
/// The problem with one of its scalars in the place of Problem::scalar, for whoever looks at one.
[[nodiscard]] Problem with_scalar_in_front(const Problem& problem, int number);
/// The problem with one of its scalars alone, as Problem::scalar, and inside the box what acts on it.
[[nodiscard]] Problem with_scalar_alone(const Problem& problem, int number);

/// The buoyancy of all scalars together is that of one, which is the sum of each times its weight.
struct JointBuoyancy {
    std::array<double, 3> buoyancy = {};
    double reference = 0.0;
    std::vector<double> weights = {};  ///< of each scalar
    /// Whether it is the scalar of number 0 that has all.
    [[nodiscard]] bool is_of_first() const;
};
[[nodiscard]] JointBuoyancy joint_buoyancy(const Problem& problem);

/// Whether it has a scalar whose advection is bounded.
[[nodiscard]] bool is_bounded(const Problem& problem);

/// The number that a face gives the scalar at a point of it.
[[nodiscard]] double given_scalar(const ScalarFace& face, std::size_t point);

/// The area of all outflow faces.
[[nodiscard]] double outflow_area(const Problem& problem);

/// The speed at which the flow leaves through all outflow faces: what enters, divided by their
/// area. 0 if nothing enters, or there is none.
[[nodiscard]] double outflow_speed(const Problem& problem);

}  // namespace tobiuo::flow
