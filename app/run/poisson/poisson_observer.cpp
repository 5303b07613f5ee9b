// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/poisson/poisson_observer.hpp"

#include <cmath>
#include <variant>

#include "app/run/poisson/poisson_mixed.hpp"
#include "solvers/expression.hpp"

namespace tobiuo {
namespace {

/// The machine of the place, after its device has been selected.
std::unique_ptr<const runtime::Machine> machine_of(const Place& place)
{
    place.select();
    return runtime::make_machine(place.backend);
}

/// Has a field that is a formula computed on the machine.
void prepare(std::optional<expression::ArrayFiller>& filler, const FieldSource& source,
             const poisson::Problem& problem, const runtime::Machine& machine)
{
    if (const auto* formula = std::get_if<FieldExpression>(&source)) {
        filler.emplace(
            machine, std::vector{poisson::formula_at_unknowns(Expression{formula->text}, problem)});
    }
}

}  // namespace

bool is_observed_on_device(const PoissonCase& poisson, const Place& place)
{
    return place.is_gpu() && !place.has_host_arrays() && place.world == nullptr &&
           poisson.bodies.empty() && !poisson.coefficient && !has_mixed_walls(poisson) &&
           poisson::has_stencil(poisson.problem);
}

bool is_evaluated_on_device(const CaseField& field, const PoissonCase& poisson, const Place& place)
{
    return is_observed_on_device(poisson, place) && field.formula() &&
           poisson.problem.grid.location == Location::cell;
}

std::int64_t observer_bytes(const PoissonCase& poisson, const Place& place)
{
    const poisson::Problem& problem = poisson.problem;
    return !is_observed_on_device(poisson, place) ? 0
           : problem.precision == Precision::fp32 ? poisson::FieldObserver<float>::bytes(problem)
                                                  : poisson::FieldObserver<double>::bytes(problem);
}

template <typename Real>
std::unique_ptr<PoissonObserver<Real>> PoissonObserver<Real>::make(const PoissonCase& poisson,
                                                                   const poisson::Problem& problem,
                                                                   const Place& place)
{
    return is_observed_on_device(poisson, place)
               ? std::make_unique<PoissonObserver>(poisson, problem, place)
               : nullptr;
}

template <typename Real>
PoissonObserver<Real>::PoissonObserver(const PoissonCase& poisson, const poisson::Problem& problem,
                                       const Place& place)
    : place_{place}, machine_{machine_of(place)}, fields_{problem, *machine_}
{
    if (poisson.problem.grid.location == Location::cell) {
        prepare(source_, poisson.source, poisson.problem, *machine_);
    }
    if (poisson.exact) {
        prepare(exact_, *poisson.exact, poisson.problem, *machine_);
    }
}

template <typename Real>
bool PoissonObserver<Real>::fill(const CaseSolver<Real>& solver, double factor)
{
    place_.select();
    return source_ &&
           std::isfinite(
               fields_.fill_and_wait(*source_, factor, solver.own_f(), solver.stream()).max);
}

template <typename Real>
poisson::Norms PoissonObserver<Real>::norms_of_exact(const CaseSolver<Real>& solver)
{
    place_.select();
    return fields_.norms_and_wait(*exact_, solver.stream());
}

template <typename Real>
poisson::Norms PoissonObserver<Real>::norms_of_f(const CaseSolver<Real>& solver)
{
    place_.select();
    return fields_.norms_and_wait(solver.own_f(), solver.stream());
}

template <typename Real>
poisson::Residual PoissonObserver<Real>::residual(const CaseSolver<Real>& solver,
                                                  double removed_mean)
{
    place_.select();
    return fields_.residual_and_wait(solver.own_f(), removed_mean, solver.own_u(), solver.stream());
}

template <typename Real>
poisson::Compared PoissonObserver<Real>::compare(const CaseSolver<Real>& solver,
                                                 const poisson::CompareOffsets& offsets)
{
    place_.select();
    return fields_.compare_and_wait(solver.own_u(), *exact_, offsets, solver.stream());
}

template class PoissonObserver<float>;
template class PoissonObserver<double>;

}  // namespace tobiuo
