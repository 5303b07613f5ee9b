// SPDX-License-Identifier: BSD-3-Clause
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

#include "runtime/machine/machine.hpp"
#include "runtime/ranks/slice.hpp"
#include "runtime/threads.hpp"
#include "solvers/poisson/axis/operator_norm.hpp"
#include "solvers/poisson/check/conditioning.hpp"
#include "solvers/poisson/check/machine_stencil.hpp"
#include "solvers/poisson/check/open_residual.hpp"
#include "solvers/poisson/check/stencil.hpp"
#include "solvers/poisson/check/stretched_summation.hpp"
#include "solvers/poisson/face.hpp"
#include "solvers/poisson/ranks/rank_operator.hpp"

namespace tobiuo::poisson {
namespace {

/// The margin of rounding in eps. Storing u costs up to half an eps; the error of the transforms
/// grows with the logarithm of their length. The rest is margin for longer axes and other
/// libraries; figures are in validation/performance/design_choices.md.
constexpr double rounding_in_eps = 8.0;

/// The same beside open ends of several axes, where what is beyond an end is summed up from all faces.
constexpr double open_rounding_in_eps = 32.0;

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
    if (!has_stencil(problem)) {
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

/// The residual of the norms `left` for arrays on this rank.
template <typename Real>
Residual with_norms(const Problem& problem, std::span<const Real> f, double removed_mean,
                    std::span<const Real> u, const Norms& left,
                    const Communicator& ranks = ranks::OneRank{})
{
    const Norms of_f = norms_of(problem, f, ranks);
    const Norms of_u = norms_of(problem, u, ranks);
    ResidualNorms norms{.left = left, .f = of_f, .u = of_u};
    if (eliminated_axis(problem) && has_stencil(problem)) {
        const auto host = runtime::make_host_machine();
        norms.stretched =
            StretchedSummation<Real>{problem, *host}.sums_and_wait({.f = f.data(),
                                                                    .largest_f = of_f.max,
                                                                    .removed_mean = removed_mean,
                                                                    .u = u.data(),
                                                                    .largest_u = of_u.max},
                                                                   ranks);
    }
    return residual_of(problem, norms);
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

/// Computes planes of the residual of this rank, with the planes of other ranks that it needs.
template <typename Real>
class ResidualPlanes {
public:
    /// Collective.
    ResidualPlanes(const Problem& problem, std::span<const Real> f, double removed_mean,
                   std::span<const Real> u, const Communicator& ranks,
                   std::span<const std::int64_t> left_out)
        : row_{shape_of(problem)[0]},
          plane_{blocks_of(problem).values},
          f_{f},
          removed_mean_{removed_mean},
          u_{problem, ranks, u},
          left_out_{left_out},
          stencil_{problem, *host_}
    {
        validate_same_size(f, u);
    }

    [[nodiscard]] ranks::Slice own() const { return u_.own(); }

    /// Fills the planes from `first` on, by the index in the whole field.
    void read(std::int64_t first, std::span<Real> planes) const
    {
        const std::int64_t begin = (first - own().first) * plane_;
        stencil_.apply({.planes = u_.all(),
                        .first = first * (plane_ / row_),
                        .f = f_.subspan(static_cast<std::size_t>(begin), planes.size()).data(),
                        .removed_mean = removed_mean_,
                        .to = planes.data()},
                       std::ssize(planes) / row_, nullptr);
        clear_at(left_out_, begin, planes);
    }

private:
    std::int64_t row_;    ///< values of a row
    std::int64_t plane_;  ///< and of a plane
    std::span<const Real> f_;
    double removed_mean_;
    StencilPlanes<Real> u_;
    std::span<const std::int64_t> left_out_;
    std::unique_ptr<const runtime::Machine> host_ = runtime::make_host_machine();
    Stencil<Real> stencil_;
};

template <typename Real>
PlaneReader planes_of_residual(const Problem& problem, std::span<const Real> f, double removed_mean,
                               std::span<const Real> u, const Communicator& ranks,
                               std::span<const std::int64_t> left_out)
{
    const auto residual =
        std::make_shared<const ResidualPlanes<Real>>(problem, f, removed_mean, u, ranks, left_out);
    return [residual](std::int64_t first, std::span<double> planes) {
        if constexpr (std::is_same_v<Real, double>) {
            residual->read(first, planes);
        } else {
            std::vector<Real> rounded(planes.size());
            residual->read(first, rounded);
            std::ranges::copy(rounded, planes.begin());
        }
    };
}

template <typename Real>
Residual residual_by_planes(const Problem& problem, std::span<const Real> f, double removed_mean,
                            std::span<const Real> u, const Communicator& ranks,
                            std::span<const std::int64_t> left_out)
{
    const ResidualPlanes<Real> residual{problem, f, removed_mean, u, ranks, left_out};
    const PlaneBlocks blocks{.planes = residual.own().count, .values = blocks_of(problem).values};
    NormSum left{problem, residual.own().first};
    std::vector<Real> buffer(static_cast<std::size_t>(blocks.largest()));
    blocks.for_each([&](std::int64_t first, std::int64_t count) {
        const auto planes =
            std::span{buffer}.first(static_cast<std::size_t>(count * blocks.values));
        residual.read(residual.own().first + first, planes);
        left.add(std::span<const Real>{planes});
    });
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

Residual residual_of(const Problem& problem, const ResidualNorms& norms)
{
    const double epsilon = problem.precision == Precision::fp32
                               ? static_cast<double>(std::numeric_limits<float>::epsilon())
                               : std::numeric_limits<double>::epsilon();
    const auto& [left, of_f, of_u, stretched] = norms;
    // The terms are divided by |f|, because |A| |u| itself may overflow.
    const double unit = of_f.l2 > 0.0 && std::isfinite(of_f.l2) ? of_f.l2 : 1.0;
    double scale = operator_norm(problem) * (of_u.l2 / unit) + of_f.l2 / unit;
    Residual found{.norms = left,
                   .relative_l2 = ratio(left.l2, of_f.l2),
                   .relative_max = ratio(left.max, of_f.max),
                   .rounding_level =
                       (has_open_axes(problem) ? open_rounding_in_eps : rounding_in_eps) * epsilon};
    if (stretched) {
        const int axis = *eliminated_axis(problem);
        scale = stretched->scale / unit;
        found.balance_error = stretched->balance_error;
        found.balance_level =
            balance_in_eps * epsilon + static_cast<double>(unknowns(problem, axis).count) *
                                           std::numeric_limits<double>::epsilon();
    }
    found.backward_error = ratio(left.l2 / unit, scale);
    found.explained_l2 = found.rounding_level * ratio(scale * unit, of_f.l2);
    if (const auto distance = distance_of(problem); distance && of_u.l2 > 0.0) {
        found.forward_error = epsilon * (of_f.l2 / of_u.l2 / *distance + 1.0);
    }
    return found;
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
    if (ranks.size() == 1 && !has_open_axes(problem)) {
        return residual(problem, HostSolver{problem}, f, removed_mean, u, field);
    }
    validate_same_size(f, u);
    if (has_open_axes(problem)) {
        open_residual_of(problem, f, u, field, ranks);
    } else {
        RankOperator<Real>{problem, ranks}.apply(u, field);
        subtract_from(f, removed_mean, field);
    }
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
    if (has_open_axes(problem)) {
        return open_residual_bytes(problem);
    }
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
