#include "solvers/poisson/check/residual.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "runtime/ranks/slice.hpp"
#include "runtime/threads.hpp"
#include "solvers/poisson/axis/operator_norm.hpp"
#include "solvers/poisson/check/conditioning.hpp"
#include "solvers/poisson/check/stencil.hpp"
#include "solvers/poisson/check/stretched_sums.hpp"
#include "solvers/poisson/ranks/rank_operator.hpp"

namespace tobiuo::poisson {
namespace {

/// The margin of rounding in eps. Storing u costs up to half an eps; the error of the transforms
/// grows with the logarithm of their length. The rest is margin for longer axes and other
/// libraries; figures are in validation/performance/design_choices.md.
constexpr double rounding_in_eps = 8.0;

/// The margin of a balance in eps of the precision, besides an eps of double for each row: a GPU
/// adds up parts of up to 32 rows in the precision of the values.
constexpr double balance_in_eps = 32.0;

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
void validate_same_size(std::span<const Real> f, std::span<const Real> u)
{
    if (f.size() != u.size()) {
        throw std::invalid_argument{"f has " + std::to_string(f.size()) + " values where u has " +
                                    std::to_string(u.size())};
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
Residual with_norms(const Problem& problem, std::span<const Real> f, double removed_mean,
                    std::span<const Real> u, const Norms& left,
                    const Communicator& ranks = ranks::OneRank{})
{
    constexpr auto epsilon = static_cast<double>(std::numeric_limits<Real>::epsilon());
    const Norms norms_of_f = norms_of(problem, f, ranks);
    const double size_of_u = norms_of(problem, u, ranks).l2;
    // The terms are divided by |f|, because |A| |u| itself may overflow.
    const double unit = norms_of_f.l2 > 0.0 && std::isfinite(norms_of_f.l2) ? norms_of_f.l2 : 1.0;
    double scale = operator_norm(problem) * (size_of_u / unit) + norms_of_f.l2 / unit;
    Residual found{.norms = left,
                   .relative_l2 = ratio(left.l2, norms_of_f.l2),
                   .relative_max = ratio(left.max, norms_of_f.max),
                   .rounding_level = rounding_in_eps * epsilon};
    if (const auto axis = stretched_axis(problem)) {
        const StretchedSums sums = stretched_sums(problem, f, removed_mean, u, ranks);
        scale = sums.scale / unit;
        found.balance_error = sums.balance_error;
        found.balance_level =
            balance_in_eps * epsilon + static_cast<double>(unknowns(problem, *axis).count) *
                                           std::numeric_limits<double>::epsilon();
    }
    found.backward_error = ratio(left.l2 / unit, scale);
    found.explained_l2 = found.rounding_level * ratio(scale * unit, norms_of_f.l2);
    if (const auto distance = distance_of(problem); distance && size_of_u > 0.0) {
        found.forward_error = epsilon * (norms_of_f.l2 / size_of_u / *distance + 1.0);
    }
    return found;
}

template <typename Real>
Residual residual(const Problem& problem, const HostSolver& solver, std::span<const Real> f,
                  double removed_mean, std::span<const Real> u, std::span<Real> field)
{
    validate_size(problem, std::ssize(f));
    apply(problem, solver, u, field);
    subtract_from(f, removed_mean, field);
    return with_norms(problem, f, removed_mean, u, norms_of(problem, std::span<const Real>{field}));
}

template <typename Real>
PlaneReader planes_of_residual(const Problem& problem, std::span<const Real> f, double removed_mean,
                               const std::shared_ptr<const StencilPlanes<Real>>& u,
                               std::span<const std::int64_t> left_out)
{
    const std::int64_t plane = blocks_of(problem).values;
    const auto fill = [=](std::int64_t first, std::span<Real> planes) {
        apply_stencil(problem, *u, first, planes);
        const std::int64_t begin = (first - u->own().first) * plane;
        subtract_from(f.subspan(static_cast<std::size_t>(begin), planes.size()), removed_mean,
                      planes);
        clear_at(left_out, begin, planes);
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

/// Reads planes of the residual of this rank, with the planes of other ranks that it needs.
/// Collective.
template <typename Real>
PlaneReader planes_of_residual(const Problem& problem, std::span<const Real> f, double removed_mean,
                               std::span<const Real> u, const Communicator& ranks,
                               std::span<const std::int64_t> left_out)
{
    const auto planes = std::make_shared<const StencilPlanes<Real>>(problem, ranks, u);
    validate_same_size(f, u);
    return planes_of_residual(problem, f, removed_mean, planes, left_out);
}

template <typename Real>
Residual residual_by_planes(const Problem& problem, std::span<const Real> f, double removed_mean,
                            std::span<const Real> u, const Communicator& ranks,
                            std::span<const std::int64_t> left_out)
{
    const PlaneReader read = planes_of_residual(problem, f, removed_mean, u, ranks, left_out);
    const ranks::Slice own = ranks::slices_of(blocks_of(problem).planes, ranks.size())
                                 .at(static_cast<std::size_t>(ranks.rank()));
    NormSum left{problem, own.first};
    read_blocks(
        {.planes = own.count, .values = blocks_of(problem).values},
        [&](std::int64_t first, std::span<double> planes) { read(own.first + first, planes); },
        [&](std::int64_t /*first*/, std::span<const double> planes) { left.add(planes); });
    Residual found = with_norms(problem, f, removed_mean, u, left.norms(ranks), ranks);
    if (!left_out.empty()) {
        found.balance_error = 0.0;
    }
    return found;
}

}  // namespace

int digits_left(double relative_error)
{
    return relative_error < 1.0 ? static_cast<int>(-std::log10(relative_error)) : 0;
}

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

template <typename Real>
Residual spectral_residual_of(const Problem& problem, std::span<const Real> f, double removed_mean,
                              std::span<const Real> u, std::span<Real> field,
                              const Communicator& ranks)
{
    if (ranks.size() == 1) {
        return residual(problem, HostSolver{problem}, f, removed_mean, u, field);
    }
    validate_same_size(f, u);
    RankOperator<Real>{problem, ranks}.apply(u, field);
    subtract_from(f, removed_mean, field);
    const Norms left = norms_of(problem, std::span<const Real>{field}, ranks);
    return with_norms(problem, f, removed_mean, u, left, ranks);
}

template Residual spectral_residual_of(const Problem&, std::span<const double>, double,
                                       std::span<const double>, std::span<double>,
                                       const Communicator&);
template Residual spectral_residual_of(const Problem&, std::span<const float>, double,
                                       std::span<const float>, std::span<float>,
                                       const Communicator&);

std::int64_t spectral_residual_bytes(const Problem& problem, const Communicator& ranks)
{
    if (ranks.size() == 1) {
        return HostSolver{problem}.workspace_bytes();
    }
    return static_cast<std::int64_t>(problem.precision == Precision::fp32
                                         ? RankOperator<float>{problem, ranks}.workspace_bytes()
                                         : RankOperator<double>{problem, ranks}.workspace_bytes());
}

Residual residual_of(const Problem& problem, std::span<const double> f, double removed_mean,
                     std::span<const double> u, const Communicator& ranks,
                     std::span<const std::int64_t> left_out)
{
    return residual_by_planes(problem, f, removed_mean, u, ranks, left_out);
}

Residual residual_of(const Problem& problem, std::span<const float> f, double removed_mean,
                     std::span<const float> u, const Communicator& ranks,
                     std::span<const std::int64_t> left_out)
{
    return residual_by_planes(problem, f, removed_mean, u, ranks, left_out);
}

PlaneReader residual_planes(const Problem& problem, std::span<const double> f, double removed_mean,
                            std::span<const double> u, const Communicator& ranks,
                            std::span<const std::int64_t> left_out)
{
    return planes_of_residual(problem, f, removed_mean, u, ranks, left_out);
}

PlaneReader residual_planes(const Problem& problem, std::span<const float> f, double removed_mean,
                            std::span<const float> u, const Communicator& ranks,
                            std::span<const std::int64_t> left_out)
{
    return planes_of_residual(problem, f, removed_mean, u, ranks, left_out);
}

}  // namespace tobiuo::poisson
