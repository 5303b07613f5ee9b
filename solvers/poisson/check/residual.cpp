#include "solvers/poisson/check/residual.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "kernels/threads.hpp"
#include "solvers/poisson/axis/operator_norm.hpp"
#include "solvers/poisson/check/stencil.hpp"

namespace tobiuo::poisson {
namespace {

/// The margin of rounding in eps. Storing u costs up to half an eps; the error of the transforms
/// grows with the logarithm of their length. The rest is margin for longer axes and other
/// libraries; figures are in validation/performance/design_choices.md.
constexpr double rounding_in_eps = 8.0;

/// The ratio of two norms, where 0 / 0 is 0.
double ratio(double part, double whole)
{
    return part == 0.0 && whole == 0.0 ? 0.0 : part / whole;
}

template <typename Real>
void apply(const Problem& problem, const HostSolver& solver, std::span<const Real> u,
           std::span<Real> out)
{
    if (problem.op == Operator::spectral) {
        solver.apply(u, out);
    } else {
        apply_stencil(problem, u, out);
    }
}

template <typename Real>
Residual residual(const Problem& problem, const HostSolver& solver, std::span<const Real> f,
                  double removed_mean, std::span<const Real> u, std::span<Real> field)
{
    const Norms norms_of_f = norms_of(problem, f);
    apply(problem, solver, u, field);
    const std::ptrdiff_t count = std::ssize(field);
    [[maybe_unused]] const int threads = threads_for(count, 1.0);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::ptrdiff_t n = 0; n < count; ++n) {
        const auto at = static_cast<std::size_t>(n);
        field[at] = static_cast<Real>(static_cast<double>(f[at]) - removed_mean -
                                      static_cast<double>(field[at]));
    }
    const Norms left = norms_of(problem, std::span<const Real>{field});
    // The terms are divided by |f|, because |A| |u| itself may overflow.
    const double unit = norms_of_f.l2 > 0.0 && std::isfinite(norms_of_f.l2) ? norms_of_f.l2 : 1.0;
    const double scale =
        operator_norm(problem) * (norms_of(problem, u).l2 / unit) + norms_of_f.l2 / unit;
    return {.norms = left,
            .relative_l2 = ratio(left.l2, norms_of_f.l2),
            .relative_max = ratio(left.max, norms_of_f.max),
            .backward_error = ratio(left.l2 / unit, scale),
            .rounding_level =
                rounding_in_eps * static_cast<double>(std::numeric_limits<Real>::epsilon())};
}

}  // namespace

Residual residual_of(const Problem& problem, const HostSolver& solver, std::span<const double> f,
                     double removed_mean, std::span<const double> u, std::span<double> field)
{
    return residual(problem, solver, f, removed_mean, u, field);
}

Residual residual_of(const Problem& problem, const HostSolver& solver, std::span<const float> f,
                     double removed_mean, std::span<const float> u, std::span<float> field)
{
    return residual(problem, solver, f, removed_mean, u, field);
}

}  // namespace tobiuo::poisson
