#include "solvers/poisson/boundary_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "solvers/poisson/face.hpp"
#include "solvers/poisson/host_solver.hpp"
#include "solvers/poisson/three_point.hpp"
#include "solvers/poisson/wall_images.hpp"

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
    if (condition_of(problem, face.axis, face.end) == Condition::periodic) {
        throw std::invalid_argument{"the " + name +
                                    " is periodic and has values (it is no boundary): remove them"};
    }
    if (values.size() != 1 && std::ssize(values) != face.values()) {
        throw std::invalid_argument{"the " + name + " has " + std::to_string(values.size()) +
                                    " values where 0, 1 or " + std::to_string(face.values()) +
                                    " fit: give as many"};
    }
    if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) {
        throw std::invalid_argument{"the " + name +
                                    " has a value that is not finite: give finite numbers"};
    }
}

void validate_size(const std::string& what, std::size_t size, const Problem& problem)
{
    if (static_cast<std::int64_t>(size) != points(problem)) {
        throw std::invalid_argument{"the " + what + " has " + std::to_string(size) +
                                    " values where the problem has " +
                                    std::to_string(points(problem)) + " unknowns: make them fit"};
    }
}

/// What is subtracted in one row of unknowns along a face.
struct Correction {
    Face face;
    std::int64_t row{};
    std::vector<double> values;  ///< [slower][faster]
};

/// The operator that the boundary values go through: along a stretched axis always three points.
bool has_images(const Problem& problem, int axis)
{
    return problem.op != Operator::second_order &&
           !problem.grid.axes.at(static_cast<std::size_t>(axis)).stretched();
}

std::vector<double> three_point_values(const Problem& problem, const Face& face,
                                       const std::vector<double>& values)
{
    const double wall = three_point(problem, face.axis).wall.at(static_cast<std::size_t>(face.end));
    std::vector<double> scaled(static_cast<std::size_t>(face.values()), 0.0);
    for (std::size_t at = 0; at < scaled.size(); ++at) {
        scaled[at] = wall * values[values.size() == 1 ? 0 : at];
    }
    return scaled;
}

/// All corrections from the same f, for those of one face change the rows of another.
template <typename Real>
std::vector<Correction> corrections(const Problem& problem, const FaceValues& values,
                                    std::span<const Real> f)
{
    std::vector<Correction> all;
    for (int axis = 0; axis < 3; ++axis) {
        for (int end = 0; end < 2; ++end) {
            const Face face = face_of(problem, axis, end);
            const auto& given =
                values.of.at(static_cast<std::size_t>(axis)).at(static_cast<std::size_t>(end));
            if (condition_of(problem, axis, end) == Condition::periodic) {
                continue;
            }
            if (has_images(problem, axis)) {
                auto rows = wall_images(problem, face, given, f);
                all.push_back({.face = face, .row = 0, .values = std::move(rows[0])});
                all.push_back({.face = face, .row = 1, .values = std::move(rows[1])});
            } else if (!given.empty()) {
                all.push_back(
                    {.face = face, .row = 0, .values = three_point_values(problem, face, given)});
            }
        }
    }
    return all;
}

template <typename Real>
void subtract(const std::vector<Correction>& all, std::span<Real> f)
{
    for (const Correction& one : all) {
        for (std::int64_t slower = 0; slower < one.face.counts[1]; ++slower) {
            for (std::int64_t faster = 0; faster < one.face.counts[0]; ++faster) {
                const auto at = static_cast<std::size_t>(slower * one.face.counts[0] + faster);
                Real& here = f[one.face.at(slower, faster, one.row)];
                here = static_cast<Real>(static_cast<double>(here) - one.values[at]);
            }
        }
    }
}

}  // namespace

bool FaceValues::all_zero() const
{
    return std::ranges::all_of(
        of, [](const auto& ends) { return is_zero(ends[0]) && is_zero(ends[1]); });
}

BoundaryLift::BoundaryLift(const Problem& problem, FaceValues values)
    : problem_{problem}, values_{std::move(values)}
{
    validate(problem_);
    for (int axis = 0; axis < 3; ++axis) {
        for (int end = 0; end < 2; ++end) {
            validate_face(
                problem_, face_of(problem_, axis, end),
                values_.of.at(static_cast<std::size_t>(axis)).at(static_cast<std::size_t>(end)));
        }
    }
    if (problem_.op == Operator::spectral && !values_.all_zero()) {
        solve_for_values();
    }
}

// The part of u that the boundary values cause, without f: smooth inside, so that the fourth-order
// operator suffices, which sees the walls.
void BoundaryLift::solve_for_values()
{
    Problem smooth = problem_;
    smooth.op = Operator::fourth_order;
    smooth.precision = Precision::fp64;
    validate(smooth);  // it needs more unknowns than the spectral operator
    share_.assign(static_cast<std::size_t>(points(smooth)), 0.0);
    subtract(corrections<double>(smooth, values_, share_), std::span<double>{share_});
    share_mean_ = HostSolver{smooth}.solve(share_, share_).removed_mean;
}

template <typename Real>
void BoundaryLift::subtract_from_values(std::span<Real> f) const
{
    validate_size("right-hand side", f.size(), problem_);
    if (problem_.op == Operator::spectral) {
        const auto mean = static_cast<Real>(share_mean_);
        std::ranges::for_each(f, [&](Real& value) { value += mean; });
        return;
    }
    subtract(corrections<Real>(problem_, values_, f), f);
}

template <typename Real>
void BoundaryLift::add_to_values(std::span<Real> u) const
{
    validate_size("solution", u.size(), problem_);
    for (std::size_t at = 0; at < share_.size(); ++at) {
        u[at] = static_cast<Real>(static_cast<double>(u[at]) + share_[at]);
    }
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
