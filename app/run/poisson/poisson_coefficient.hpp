// SPDX-License-Identifier: BSD-3-Clause
// The variable coefficient of a poisson case: its values, and what differs by it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tobiuo/poisson/coefficient_solver.hpp>

#include "app/case/poisson/poisson_case.hpp"
#include "app/errors.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/poisson/check/residual.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/walls/boundary_values.hpp"

namespace tobiuo::poisson {
template <typename T>
class CoefficientOperator;
}

namespace tobiuo {

/// How the case solves with its coefficient, but for the options of the box's solver.
[[nodiscard]] poisson::CoefficientOptions coefficient_options(const PoissonCase& poisson);

/// Where the case gives its coefficient.
[[nodiscard]] Position coefficient_at(const PoissonCase& poisson);

/// Bytes that a solve with the coefficient takes besides one of the box, where its arrays are, and on
/// the host in any case; 0 without a coefficient.
[[nodiscard]] std::int64_t coefficient_solver_bytes(const PoissonCase& poisson, bool on_host);
[[nodiscard]] std::int64_t coefficient_host_bytes(const PoissonCase& poisson);

/// Throws InputError if the case has a coefficient: several ranks do not solve with one.
void refuse_coefficient_on_ranks(const PoissonCase& poisson);

/// The coefficient at the unknowns of a case, and its operator on the host.
template <typename Real>
class CaseCoefficient {
public:
    /// The coefficient of the case, null if it has none; `problem` may be in another unit of length.
    /// Throws InputError if a file cannot be read, or a value is not finite and above 0.
    [[nodiscard]] static std::unique_ptr<CaseCoefficient> read(const PoissonCase& poisson,
                                                               const poisson::Problem& problem);

    CaseCoefficient(const CaseCoefficient&) = delete;
    CaseCoefficient& operator=(const CaseCoefficient&) = delete;
    ~CaseCoefficient();

    [[nodiscard]] std::span<const Real> values() const { return values_; }
    [[nodiscard]] const poisson::CoefficientOptions& options() const { return options_; }
    [[nodiscard]] double contrast() const;

    /// The boundary values times the coefficient on the walls, which bring to f what they do here.
    [[nodiscard]] poisson::FaceValues multiplied(poisson::FaceValues faces) const;

    /// What is left of the equation: `residual` gets it at all unknowns. The level that is explained
    /// has what the tolerance leaves, too.
    [[nodiscard]] poisson::Residual residual_of(std::span<const Real> f, double removed_mean,
                                                std::span<const Real> u,
                                                std::vector<Real>& residual) const;

private:
    CaseCoefficient(const PoissonCase& poisson, const poisson::Problem& problem,
                    std::vector<Real> values);

    poisson::Problem problem_;
    poisson::CoefficientOptions options_;
    std::unique_ptr<const runtime::Machine> host_;
    std::vector<Real> values_;
    std::unique_ptr<const poisson::CoefficientOperator<Real>> operator_;
};

extern template class CaseCoefficient<float>;
extern template class CaseCoefficient<double>;

}  // namespace tobiuo
