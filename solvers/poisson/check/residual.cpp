#include "solvers/poisson/check/residual.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

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

/// Turns A u in `field` into f - removed mean - A u.
template <typename Real>
void subtract_from(std::span<const Real> f, double removed_mean, std::span<Real> field)
{
    const std::ptrdiff_t count = std::ssize(field);
    [[maybe_unused]] const int threads = threads_for(count, 1.0);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::ptrdiff_t n = 0; n < count; ++n) {
        const auto at = static_cast<std::size_t>(n);
        field[at] = static_cast<Real>(static_cast<double>(f[at]) - removed_mean -
                                      static_cast<double>(field[at]));
    }
}

/// The residual of the norms `left`.
template <typename Real>
Residual with_norms(const Problem& problem, std::span<const Real> f, std::span<const Real> u,
                    const Norms& left)
{
    const Norms norms_of_f = norms_of(problem, f);
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

template <typename Real>
Residual residual(const Problem& problem, const HostSolver& solver, std::span<const Real> f,
                  double removed_mean, std::span<const Real> u, std::span<Real> field)
{
    validate_size(problem, std::ssize(f));
    apply(problem, solver, u, field);
    subtract_from(f, removed_mean, field);
    return with_norms(problem, f, u, norms_of(problem, std::span<const Real>{field}));
}

template <typename Real>
PlaneReader planes_of_residual(const Problem& problem, std::span<const Real> f, double removed_mean,
                               std::span<const Real> u)
{
    validate_size(problem, std::ssize(f));
    validate_size(problem, std::ssize(u));
    const auto fill = [=, plane = blocks_of(problem).values](std::int64_t first,
                                                             std::span<Real> planes) {
        apply_stencil(problem, u, first, planes);
        subtract_from(f.subspan(static_cast<std::size_t>(first * plane), planes.size()),
                      removed_mean, planes);
    };
    if constexpr (std::is_same_v<Real, double>) {
        return fill;
    } else {
        return [fill](std::int64_t first, std::span<double> planes) {
            std::vector<Real> rounded(planes.size());
            fill(first, rounded);
            std::ranges::copy(rounded, planes.begin());
        };
    }
}

template <typename Real>
Residual residual_by_planes(const Problem& problem, std::span<const Real> f, double removed_mean,
                            std::span<const Real> u)
{
    const PlaneReader read = planes_of_residual(problem, f, removed_mean, u);
    NormSum left{problem};
    read_blocks(blocks_of(problem), read,
                [&](std::int64_t /*first*/, std::span<const double> planes) { left.add(planes); });
    return with_norms(problem, f, u, left.norms());
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

Residual residual_of(const Problem& problem, std::span<const double> f, double removed_mean,
                     std::span<const double> u)
{
    return residual_by_planes(problem, f, removed_mean, u);
}

Residual residual_of(const Problem& problem, std::span<const float> f, double removed_mean,
                     std::span<const float> u)
{
    return residual_by_planes(problem, f, removed_mean, u);
}

PlaneReader residual_planes(const Problem& problem, std::span<const double> f, double removed_mean,
                            std::span<const double> u)
{
    return planes_of_residual(problem, f, removed_mean, u);
}

PlaneReader residual_planes(const Problem& problem, std::span<const float> f, double removed_mean,
                            std::span<const float> u)
{
    return planes_of_residual(problem, f, removed_mean, u);
}

}  // namespace tobiuo::poisson
