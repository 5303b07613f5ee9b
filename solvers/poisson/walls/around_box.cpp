// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/walls/around_box.hpp"

#include <algorithm>

#include "runtime/device/backend.hpp"
#include "solvers/poisson/unit_of_length.hpp"
#include "solvers/problem_words.hpp"

namespace tobiuo::poisson {
namespace {

bool has_robin_end(const Problem& problem)
{
    return std::ranges::any_of(problem.sides, [](const Sides& sides) {
        return sides.lower == Condition::robin || sides.upper == Condition::robin;
    });
}

}  // namespace

std::optional<std::string> unsupported_around_box(const Problem& problem,
                                                  const SolverOptions& options,
                                                  const AroundBox& around)
{
    const Backend backend = chosen_backend(options.backend);
    if (auto reason = unsupported_reason(problem, backend)) {
        return reason;
    }
    if (options.batch) {
        return around.given +
               " given with a batch (each problem takes a number of iterations of its own): make a "
               "solver without the option batch, and solve one by one";
    }
    if (backend == Backend::opencl || options.host_arrays) {
        return around.given +
               " in a box whose arrays are copied for each solve (with OpenCL, or with the option "
               "host_arrays), and each takes several: use the CPU, or arrays on the GPU";
    }
    if (problem.lambda > 0.0) {
        return around.given +
               " given with a lambda above 0 (the equation need not be definite, which conjugate "
               "gradients rely on): give a lambda of 0 or below";
    }
    if (open_axis(problem)) {
        return around.given +
               " in a box with an open end (conjugate gradients take walls and periodic axes): use "
               "walls";
    }
    if (!around.takes_robin && has_robin_end(problem)) {
        return around.given +
               " in a box with a Robin end (what it is beyond such an end is not known): use "
               "Dirichlet or Neumann walls";
    }
    if (problem.rho) {
        return around.given + " given with a rho (" + around.with_rho;
    }
    if (problem.op != Operator::second_order) {
        return around.given +
               " given with an operator that is not of second order (it reaches beyond the next "
               "unknown): use Operator::second_order";
    }
    if (!around.takes_units && !unit_of_length(problem).is_one()) {
        return around.given +
               " in a box whose lengths are far from one (their squares leave the range of the "
               "precision): give lengths in another unit";
    }
    return std::nullopt;
}

std::optional<std::string> tolerance_fault(double tolerance, const std::string& name,
                                           const std::string& whole)
{
    if (tolerance > 0.0 && tolerance < 1.0) {
        return std::nullopt;
    }
    return "the tolerance of " + name + " is " + six_digits(tolerance) + " (it is a part of " +
           whole + "): give a number between 0 and 1, such as 1e-8";
}

SolverOptions options_of_box(const SolverOptions& options)
{
    return {.backend = chosen_backend(options.backend), .threads = options.threads};
}

}  // namespace tobiuo::poisson
