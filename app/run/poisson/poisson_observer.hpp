// SPDX-License-Identifier: BSD-3-Clause
// What a poisson case finds out on the device that holds its arrays.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "app/case/poisson/poisson_case.hpp"
#include "app/run/place.hpp"
#include "app/run/poisson/case_solver.hpp"
#include "app/run/poisson/poisson_field.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/expression/array_filler.hpp"
#include "solvers/poisson/check/field_observer.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {

/// Whether the arrays of a case are observed where they are: on a CUDA device that holds them, by one
/// process, with a stencil and without bodies.
[[nodiscard]] bool is_observed_on_device(const PoissonCase& poisson, const Place& place);

/// Whether a field of such a case is evaluated there alone: a formula on a grid whose values all are
/// unknowns.
[[nodiscard]] bool is_evaluated_on_device(const CaseField& field, const PoissonCase& poisson,
                                          const Place& place);

/// Bytes of the device's memory that observing takes; 0 for a case that is not observed there.
[[nodiscard]] std::int64_t observer_bytes(const PoissonCase& poisson, const Place& place);

/// Fills f, and observes it and u, in the memory of the device. Its kernels compile beside those of a
/// solver that is made after it.
template <typename Real>
class PoissonObserver {
public:
    /// Null where the case is not observed on the device. `problem` is that of the case in its unit of
    /// length. Throws DeviceError.
    [[nodiscard]] static std::unique_ptr<PoissonObserver> make(const PoissonCase& poisson,
                                                               const poisson::Problem& problem,
                                                               const Place& place);

    PoissonObserver(const PoissonCase& poisson, const poisson::Problem& problem,
                    const Place& place);

    /// Fills f with a formula times a factor. False if it is not finite somewhere.
    [[nodiscard]] bool fill(const CaseSolver<Real>& solver, double factor);

    /// Whether the exact solution is a formula, as norms_of_exact() and compare() expect.
    [[nodiscard]] bool has_exact() const { return exact_.has_value(); }
    [[nodiscard]] poisson::Norms norms_of_exact(const CaseSolver<Real>& solver);
    [[nodiscard]] poisson::Norms norms_of_f(const CaseSolver<Real>& solver);
    [[nodiscard]] poisson::Residual residual(const CaseSolver<Real>& solver, double removed_mean);
    [[nodiscard]] poisson::Compared compare(const CaseSolver<Real>& solver,
                                            const poisson::CompareOffsets& offsets);

private:
    Place place_;
    std::unique_ptr<const runtime::Machine> machine_;
    poisson::FieldObserver<Real> fields_;
    std::optional<expression::ArrayFiller> source_;
    std::optional<expression::ArrayFiller> exact_;
};

extern template class PoissonObserver<float>;
extern template class PoissonObserver<double>;

}  // namespace tobiuo
