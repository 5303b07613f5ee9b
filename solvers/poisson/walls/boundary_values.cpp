// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/walls/boundary_values.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "runtime/all_finite.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/poisson/face.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "solvers/poisson/walls/wall_box.hpp"
#include "solvers/poisson/walls/wall_corrections.hpp"
#include "solvers/poisson/walls/wall_planes.hpp"

namespace tobiuo::poisson {
namespace {

bool is_zero(const std::vector<double>& values)
{
    return std::ranges::all_of(values, [](double value) { return value == 0.0; });
}

void validate_face(const Problem& problem, const Face& face, const std::vector<double>& values)
{
    const std::string name = std::string{face.end == 0 ? "lower" : "upper"} + " face across " +
                             "xyz"[static_cast<std::size_t>(face.axis)];
    if (values.empty()) {
        return;
    }
    if (const Condition condition = condition_of(problem, face.axis, face.end);
        !is_wall(condition)) {
        throw std::invalid_argument{"the " + name + " is " +
                                    (condition == Condition::open ? "open" : "periodic") +
                                    " and has values (it is no boundary): remove them"};
    }
    if (values.size() != 1 && std::ssize(values) != face.values()) {
        throw std::invalid_argument{"the " + name + " has " + std::to_string(values.size()) +
                                    " values where 0, 1 or " + std::to_string(face.values()) +
                                    " fit: give as many"};
    }
    if (!all_finite(values)) {
        throw std::invalid_argument{"the " + name +
                                    " has a value that is not finite: give finite numbers"};
    }
}

void validate_size(const std::string& what, std::size_t size, std::int64_t wanted)
{
    if (static_cast<std::int64_t>(size) != wanted) {
        throw std::invalid_argument{"the " + what + " has " + std::to_string(size) +
                                    " values where the problem has " + std::to_string(wanted) +
                                    " unknowns: make them fit"};
    }
}

walls::GivenFaces<double> given_faces(const FaceValues& values)
{
    walls::GivenFaces<double> given;
    for (std::size_t face = 0; face < walls::face_count; ++face) {
        const std::vector<double>& one = values.of.at(face / 2).at(face % 2);
        if (one.size() == 1) {
            given.of[face].constant = one.front();
        } else if (!one.empty()) {
            given.of[face].values = one.data();
        }
    }
    return given;
}

/// Whether the share of the values in u is solved for.
bool is_solved_for(const Problem& problem, const FaceValues& values)
{
    return problem.op == Operator::spectral && !values.all_zero();
}

/// The problem that is solved for the part of u that boundary values of a spectral problem cause
/// without f. It is smooth inside the box, so that the fourth-order operator, which includes the
/// walls and needs more unknowns, suffices.
Problem problem_for_values(Problem problem)
{
    problem.op = Operator::fourth_order;
    problem.precision = Precision::fp64;
    return problem;
}

/// `problem` has a stencil.
template <typename Real>
void subtract(const Problem& problem, const FaceValues& values, std::span<Real> f)
{
    const auto host = runtime::make_host_machine();
    const WallCorrections<Real, double> walls{wall_box_of(problem), *host};
    const walls::GivenFaces<double> given = given_faces(values);
    walls.correct(walls.changing(given), given, f.data(), nullptr);
}

}  // namespace

bool FaceValues::all_zero() const
{
    return std::ranges::all_of(
        of, [](const auto& ends) { return is_zero(ends[0]) && is_zero(ends[1]); });
}

void BoundaryLift::validate(const Problem& problem, const FaceValues& values)
{
    poisson::validate(problem);
    for (int axis = 0; axis < 3; ++axis) {
        for (int end = 0; end < 2; ++end) {
            validate_face(
                problem, face_of(problem, axis, end),
                values.of.at(static_cast<std::size_t>(axis)).at(static_cast<std::size_t>(end)));
        }
    }
    if (is_solved_for(problem, values)) {
        poisson::validate(problem_for_values(problem));
    }
}

BoundaryLift::BoundaryLift(Problem problem, FaceValues values)
    : BoundaryLift{problem,
                   std::move(values),
                   {.first = 0, .count = unknowns(problem, 2).count},
                   [](const Problem& smooth, std::span<double> f) {
                       return HostSolver{smooth}.solve(f, f).removed_mean;
                   }}
{
}

BoundaryLift::BoundaryLift(Problem problem, FaceValues values, const ranks::Slice& own,
                           const Solve& solve)
    : problem_{std::move(problem)}, values_{std::move(values)}, own_{own}
{
    validate(problem_, values_);
    if (is_solved_for(problem_, values_)) {
        solve_for_values(solve);
    }
}

void BoundaryLift::solve_for_values(const Solve& solve)
{
    const Problem smooth = problem_for_values(problem_);
    const std::int64_t plane = points(smooth) / unknowns(smooth, 2).count;
    const ranks::Slice with_beside = source_planes(smooth, own_);
    share_.assign(static_cast<std::size_t>(with_beside.count * plane), 0.0);
    if (own_.count > 0) {
        WallPlanes{wall_box_of(smooth), given_faces(values_)}.subtract_from(with_beside.first,
                                                                            share_);
        const auto first = share_.begin() + (own_.first - with_beside.first) * plane;
        share_.erase(first + own_.count * plane, share_.end());
        share_.erase(share_.begin(), first);
    }
    share_mean_ = solve(smooth, share_);
}

bool BoundaryLift::leaves_f() const
{
    return problem_.op == Operator::spectral
               ? share_mean_ == 0.0
               : walls::only_changing(wall_box_of(problem_).box, given_faces(values_)).points == 0;
}

template <typename Real>
void BoundaryLift::subtract_from_values(std::span<Real> f) const
{
    validate_size("right-hand side", f.size(), points(problem_));
    if (problem_.op == Operator::spectral) {
        const auto mean = static_cast<Real>(share_mean_);
        std::ranges::for_each(f, [&](Real& value) { value += mean; });
        return;
    }
    subtract(problem_, values_, f);
}

template <typename Real>
void BoundaryLift::add_to_values(std::span<Real> u) const
{
    validate_size("solution", u.size(),
                  own_.count * (points(problem_) / unknowns(problem_, 2).count));
    for (std::size_t at = 0; at < share_.size(); ++at) {
        u[at] = static_cast<Real>(static_cast<double>(u[at]) + share_[at]);
    }
}

std::function<void(std::int64_t, std::span<double>)> BoundaryLift::subtract_by_planes() const
{
    if (problem_.op == Operator::spectral) {
        return [mean = share_mean_](std::int64_t /*first*/, std::span<double> planes) {
            std::ranges::for_each(planes, [&](double& value) { value += mean; });
        };
    }
    const auto walls = std::make_shared<WallPlanes>(wall_box_of(problem_), given_faces(values_));
    return [walls](std::int64_t first, std::span<double> planes) {
        walls->subtract_from(first, planes);
    };
}

void BoundaryLift::subtract_from(std::span<double> f) const
{
    subtract_from_values(f);
}

void BoundaryLift::subtract_from(std::span<float> f) const
{
    subtract_from_values(f);
}

void BoundaryLift::add_to(std::span<double> u) const
{
    add_to_values(u);
}

void BoundaryLift::add_to(std::span<float> u) const
{
    add_to_values(u);
}

}  // namespace tobiuo::poisson
