// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/eddies.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "solvers/expression.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/problem_parts.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/problem_words.hpp"

namespace tobiuo::flow {
namespace {

Expression parsed(const std::string& formula)
{
    return Expression{formula, {"x", "y", "z", "t"}};
}

Expression parsed_of_scalar(const std::string& formula)
{
    return Expression{formula, {"s"}};
}

/// The distance from the centre of a cell along an axis to the nearest wall across it.
double wall_distance(const Problem& problem, int axis, std::int64_t cell)
{
    const Axis& one = axis_of(problem, axis);
    double distance = std::numeric_limits<double>::infinity();
    if (face_of(problem, 2 * axis).kind == FaceKind::no_slip) {
        distance = one.centre(cell) - one.lower;
    }
    if (face_of(problem, 2 * axis + 1).kind == FaceKind::no_slip) {
        distance = std::min(distance, one.upper - one.centre(cell));
    }
    return distance;
}

/// Whether something of the scalar diffuses through the face.
bool has_flux(const Problem& problem, int face)
{
    for (int number = 0; number < scalar_count(problem); ++number) {
        const ScalarFace& scalar =
            scalar_of_number(problem, number).faces.at(static_cast<std::size_t>(face));
        if (scalar.kind == ScalarFaceKind::flux &&
            (scalar.number != 0.0 || !scalar.profile.empty())) {
            return true;
        }
    }
    return false;
}

}  // namespace

void validate_eddies(const Problem& problem)
{
    const Eddies& eddies = problem.eddies;
    if (!viscosity_varies(problem)) {
        return;
    }
    if (eddies.constant && !(std::isfinite(*eddies.constant) && *eddies.constant >= 0.0)) {
        throw std::invalid_argument{"the constant of the eddies' model is " +
                                    six_digits(*eddies.constant) +
                                    " (their viscosity takes energy from a flow): give 0 or more"};
    }
    if (!(std::isfinite(eddies.prandtl) && eddies.prandtl > 0.0)) {
        throw std::invalid_argument{"the Prandtl number of the eddies is " +
                                    six_digits(eddies.prandtl) +
                                    " (their viscosity is divided by it): give a number above 0"};
    }
    if (eddies.damping && eddies.model != EddyModel::smagorinsky) {
        throw std::invalid_argument{
            "eddies are damped towards walls by a model that is not Smagorinsky's (WALE and "
            "Vreman's have little viscosity there of themselves): leave out the damping"};
    }
    if (!eddies.more_viscosity.empty()) {
        try {
            static_cast<void>(parsed(eddies.more_viscosity));
        } catch (const ExpressionError& error) {
            throw std::invalid_argument{"what adds to the viscosity is no formula: " +
                                        std::string{error.what()}};
        }
    }
    if (!eddies.viscosity_of_scalar.empty()) {
        if (!problem.scalar) {
            throw std::invalid_argument{
                "the viscosity has a formula of a scalar that the flow does not carry: give "
                "Problem::scalar"};
        }
        try {
            static_cast<void>(parsed_of_scalar(eddies.viscosity_of_scalar));
        } catch (const ExpressionError& error) {
            throw std::invalid_argument{"what the scalar adds to the viscosity is no formula: " +
                                        std::string{error.what()}};
        }
    }
    for (int face = 0; face < face_count && eddies.has_formula(); ++face) {
        if (has_flux(problem, face)) {
            throw std::invalid_argument{
                "the viscosity has a formula and the scalar a flux on a face (whose diffusivity "
                "there is that of the cells beside it): give the scalar a value there, or insulate "
                "it"};
        }
    }
    if (problem.implicit_diffusion) {
        throw std::invalid_argument{
            "the viscosity varies and diffusion is implicit (whose systems have one viscosity): "
            "make diffusion explicit, or leave out the eddies and the formula"};
    }
    if (has_closed_obstacles(problem)) {
        throw std::invalid_argument{
            "the viscosity varies and an obstacle is closed (along whose faces friction has one "
            "viscosity): use the method forcing, or leave out the eddies and the formula"};
    }
}

bool has_no_eddies(const Problem& problem, int face)
{
    if (problem.eddies.has_formula()) {
        return false;
    }
    const Face& one = face_of(problem, face);
    return (one.kind == FaceKind::no_slip && !one.law) || has_flux(problem, face);
}

template <typename T>
VaryingViscosity<T>::VaryingViscosity(const Problem& problem, const Slab& slab,
                                      const runtime::Machine& machine)
    : form_{static_cast<EddyForm>(problem.eddies.model)}, damps_{problem.eddies.damping}
{
    const double constant =
        problem.eddies.constant.value_or(default_eddy_constant(problem.eddies.model));
    constant_squared_ = static_cast<T>(form_ == EddyForm::vreman ? constant : constant * constant);
    if (joint_buoyancy(problem).buoyancy != std::array<double, 3>{}) {
        per_prandtl_ = static_cast<T>(1.0 / problem.eddies.prandtl);
    }
    const poisson::Problem projection = projection_of(problem);
    const auto is_absent = [&](int axis) { return poisson::is_absent(projection, axis); };
    const int axes = 3 - static_cast<int>(is_absent(0)) - static_cast<int>(is_absent(1)) -
                     static_cast<int>(is_absent(2));
    std::vector<T> tables;
    std::array<std::vector<double>, 3> positions;
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        const Axis& one = axis_of(problem, axis);
        const std::int64_t first = axis == 2 ? slab.first : 0;
        const std::int64_t count = axis == 2 ? slab.count : one.cells;
        filters_.at(at) = tables.size();
        for (std::int64_t cell = first; cell < first + count; ++cell) {
            const double width = is_absent(axis) ? 1.0 : width_of(one, cell);
            tables.push_back(static_cast<T>(std::pow(width, 2.0 / axes)));
            positions.at(at).push_back(one.centre(cell));
        }
        distances_.at(at) = tables.size();
        for (std::int64_t cell = first; cell < first + count; ++cell) {
            tables.push_back(static_cast<T>(wall_distance(problem, axis, cell)));
        }
    }
    tables_ = machine.copied_and_wait(std::as_bytes(std::span{tables}));
    if (!problem.eddies.viscosity_of_scalar.empty()) {
        of_scalar_.emplace(machine, parsed_of_scalar(problem.eddies.viscosity_of_scalar));
        sum_ = machine.allocate(positions[0].size() * positions[1].size() * positions[2].size() *
                                sizeof(double));
    }
    if (problem.eddies.more_viscosity.empty()) {
        return;
    }
    const Expression formula = parsed(problem.eddies.more_viscosity);
    changes_ = formula.depends_on("t");
    const std::vector<expression::FormulaArray> formulas{{formula, std::move(positions)}};
    filler_ = std::make_unique<const expression::ArrayFiller>(machine, formulas);
    added_ = machine.allocate(static_cast<std::size_t>(filler_->values()) * sizeof(double));
    if (!changes_) {
        runtime::wait_for_kernels();
        filler_->fill(std::array{0.0}, added_.template as<double>(), nullptr);
        machine.wait(nullptr);
    }
}

template <typename T>
EddyRules<T> VaryingViscosity<T>::rules(double time, const T* scalar, Stream stream) const
{
    if (changes_) {
        filler_->fill(std::array{time}, added_.template as<double>(), stream);
    }
    const T* const tables = tables_.template as<T>();
    EddyRules<T> rules{.form = form_,
                       .constant_squared = constant_squared_,
                       .damps = damps_,
                       .per_prandtl = per_prandtl_};
    if (filler_) {
        rules.added.values = added_.template as<double>();
    }
    if (of_scalar_) {
        double* const sum = sum_.template as<double>();
        (*of_scalar_)({.field = scalar, .added = rules.added.values, .to = sum},
                      static_cast<long long>(sum_.bytes() / sizeof(double)), stream);
        rules.added.values = sum;
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        rules.filter[axis] = tables + filters_.at(axis);
        rules.distance[axis] = tables + distances_.at(axis);
    }
    return rules;
}

template class VaryingViscosity<float>;
template class VaryingViscosity<double>;

}  // namespace tobiuo::flow
