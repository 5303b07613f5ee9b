// SPDX-License-Identifier: BSD-3-Clause
// A solve of a small problem by one block of threads of a GPU, and what differs between the problems
// of a batch, as data that a test can run on the host.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/pass/fused_form.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

struct FusedSchedule {
    /// What SolveSchedule says of a solve in which all axes are transformed: eigenvalues, each
    /// times the round trip, but for `outer`, which is that of all problems, [problem][outer].
    SolveSchedule solve;
    fft::FusedForm form;
};

/// The schedule of valid problems with these lambdas, all else of which is alike; nothing if an axis
/// is not transformed, or a block of threads does not hold a problem. The form does not depend on
/// the lambdas: a problem has the same bits in every batch. Eigenvalues are added in double
/// precision, see SolveSchedule::wide_symbol.
[[nodiscard]] std::optional<FusedSchedule> make_fused_schedule(Problem problem,
                                                               std::span<const double> lambdas,
                                                               const fft::DeviceLimits& limits);

}  // namespace tobiuo::poisson
