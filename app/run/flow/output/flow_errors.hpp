// SPDX-License-Identifier: BSD-3-Clause
// How far a flow is from an exact solution that its case gives.
#pragma once

#include <array>
#include <span>
#include <vector>

#include <tobiuo/flow/problem.hpp>
#include <tobiuo/poisson/distributed_solver.hpp>

#include "app/case/flow/flow_case.hpp"
#include "app/output/report/flow_report.hpp"

namespace tobiuo {

/// Sums over the points of u, v, w and of the scalar of which an exact one is given.
struct ErrorSums {
    struct Of {
        double volume = 0.0;  ///< 0 without an exact one
        double square = 0.0;  ///< of the error, times volume
        double exact = 0.0;   ///< of the exact value, likewise
        double largest = 0.0;
    };
    std::array<Of, 4> of{};

    void add(const ErrorSums& other);
};

/// The sums over some planes, of which `state` is. Throws InputError for an expression that is not
/// finite there.
template <typename Real>
[[nodiscard]] ErrorSums error_sums(const flow::Problem& problem, const ExactSection& exact,
                                   const poisson::Planes& planes, std::span<const Real> state,
                                   double time);

/// Roots of mean squares and largest errors from the sums over all planes.
[[nodiscard]] FlowError error_of(const ErrorSums& sums);

}  // namespace tobiuo
