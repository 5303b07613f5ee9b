// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/poisson/poisson_coefficient.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <variant>

#include "app/run/poisson/poisson_field.hpp"
#include "app/run/poisson/poisson_whole_grid.hpp"
#include "solvers/poisson/check/norms.hpp"
#include "solvers/poisson/coefficient/coefficient_operator.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo {
namespace {

template <typename Real>
std::unique_ptr<const poisson::CoefficientOperator<Real>> operator_at(
    const Position& at, const poisson::Problem& problem, poisson::FaceMean mean,
    const std::vector<Real>& values, const runtime::Machine& host)
{
    try {
        return std::make_unique<const poisson::CoefficientOperator<Real>>(problem, mean,
                                                                          values.data(), host);
    } catch (const std::invalid_argument& error) {
        throw InputError{at, std::string{"coefficient: "} + error.what()};
    }
}

}  // namespace

poisson::CoefficientOptions coefficient_options(const PoissonCase& poisson)
{
    const poisson::CoefficientOptions defaults;
    return {.solver = {},
            .face_mean = poisson.coefficient_mean.value_or(defaults.face_mean),
            .scaling = poisson.coefficient_scaling.value_or(defaults.scaling),
            .tolerance = poisson.coefficient_tolerance.value_or(defaults.tolerance),
            .iterations = poisson.coefficient_iterations.value_or(defaults.iterations)};
}

Position coefficient_at(const PoissonCase& poisson)
{
    return std::visit([](const auto& given) { return given.at; }, *poisson.coefficient);
}

std::int64_t coefficient_solver_bytes(const PoissonCase& poisson, bool on_host)
{
    if (!poisson.coefficient) {
        return 0;
    }
    constexpr std::int64_t arrays = 5;  // residual, solution for it, two directions, roots
    const poisson::Problem& problem = poisson.problem;
    const bool is_single = problem.precision == Precision::fp32;
    return arrays * poisson::points(problem) * bytes_per_value(problem.precision) +
           (is_single ? poisson::CoefficientOperator<float>::sum_bytes(problem, on_host)
                      : poisson::CoefficientOperator<double>::sum_bytes(problem, on_host));
}

std::int64_t coefficient_host_bytes(const PoissonCase& poisson)
{
    if (!poisson.coefficient) {
        return 0;
    }
    constexpr std::int64_t arrays = 2;  // values and roots
    return arrays * poisson::points(poisson.problem) * bytes_per_value(poisson.problem.precision) +
           poisson::CoefficientOperator<double>::sum_bytes(poisson.problem, true);
}

void refuse_coefficient_on_ranks(const PoissonCase& poisson)
{
    if (poisson.coefficient) {
        throw InputError{
            coefficient_at(poisson),
            "coefficient: several ranks do not solve with a coefficient (each solve of "
            "the box is one process's): use one rank"};
    }
}

template <typename Real>
CaseCoefficient<Real>::CaseCoefficient(const PoissonCase& poisson, const poisson::Problem& problem,
                                       std::vector<Real> values)
    : problem_{problem},
      options_{coefficient_options(poisson)},
      host_{runtime::make_host_machine()},
      values_{std::move(values)},
      operator_{operator_at(coefficient_at(poisson), problem_, options_.face_mean, values_, *host_)}
{
}

template <typename Real>
CaseCoefficient<Real>::~CaseCoefficient() = default;

template <typename Real>
double CaseCoefficient<Real>::contrast() const
{
    return operator_->facts().contrast;
}

template <typename Real>
std::unique_ptr<CaseCoefficient<Real>> CaseCoefficient<Real>::read(const PoissonCase& poisson,
                                                                   const poisson::Problem& problem)
{
    if (!poisson.coefficient) {
        return nullptr;
    }
    const CaseField field{"coefficient", *poisson.coefficient, poisson};
    std::vector<Real> values;
    values.reserve(static_cast<std::size_t>(poisson::points(problem)));
    poisson::read_blocks(poisson::blocks_of(poisson.problem),
                         unknown_planes(poisson.problem, field.planes()),
                         [&](std::int64_t /*first*/, std::span<double> planes) {
                             for (const double value : planes) {
                                 values.push_back(static_cast<Real>(value));
                             }
                         });
    return std::unique_ptr<CaseCoefficient>{
        new CaseCoefficient{poisson, problem, std::move(values)}};
}

template <typename Real>
poisson::FaceValues CaseCoefficient<Real>::multiplied(poisson::FaceValues faces) const
{
    for (int axis = 0; axis < 3; ++axis) {
        const auto points_of_face = static_cast<std::size_t>(
            poisson::points(problem_) / poisson::unknowns(problem_, axis).count);
        for (int end = 0; end < 2; ++end) {
            std::vector<double>& values =
                faces.of.at(static_cast<std::size_t>(axis)).at(static_cast<std::size_t>(end));
            if (values.size() == 1) {
                values.assign(points_of_face, values.front());
            }
            operator_->multiply_wall(axis, end, values);
        }
    }
    return faces;
}

template <typename Real>
poisson::Residual CaseCoefficient<Real>::residual_of(std::span<const Real> f, double removed_mean,
                                                     std::span<const Real> u,
                                                     std::vector<Real>& residual) const
{
    const auto norms = [&](std::span<const Real> values) {
        return poisson::norms_of(problem_, values);
    };
    residual.assign(f.begin(), f.end());
    static_cast<void>(
        operator_->residual_and_wait(u.data(), removed_mean, residual.data(), nullptr));
    // The operator is at most the greatest coefficient times the box's.
    const double greatest = std::ranges::max(values_);
    poisson::Norms of_u = norms(u);
    for (double* norm : {&of_u.mean, &of_u.l2, &of_u.max}) {
        *norm *= greatest;
    }
    const poisson::Norms left = norms(residual);
    poisson::Residual found =
        poisson::residual_of(problem_, {.left = left, .f = norms(f), .u = of_u});
    if (found.relative_l2 > 0.0) {
        constexpr double rounding = 1.0 + 1e-6;
        const double tolerance = poisson::attained_tolerance(options_, problem_.precision);
        found.rounding_level += rounding * tolerance * found.backward_error / found.relative_l2;
    }
    found.forward_error.reset();  // the distance is that of the box's operator
    return found;
}

template class CaseCoefficient<float>;
template class CaseCoefficient<double>;

}  // namespace tobiuo
