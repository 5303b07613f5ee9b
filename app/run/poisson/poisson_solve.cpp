#include "app/run/poisson/poisson_solve.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "app/errors.hpp"
#include "app/run/poisson/poisson_whole_grid.hpp"
#include "kernels/threads.hpp"
#include "solvers/poisson/check/norms.hpp"
#include "solvers/poisson/host/host_solver.hpp"

namespace tobiuo {
namespace {

/// Runs `make` and turns its error into one about the case's key.
template <typename Make>
auto at_key(const std::string& key, const Position& at, const Make& make)
{
    try {
        return make();
    } catch (const std::invalid_argument& error) {
        throw InputError{at, key + ": " + error.what()};
    }
}

double ratio(double part, double whole)
{
    return whole > 0.0 ? part / whole : part;
}

/// Sets both arrays; each page is written first by a thread that will use it.
template <typename Real, typename Value>
void set(std::span<Real> f, std::span<Real> u, const Value& value)
{
    const auto count = std::ssize(f);
    [[maybe_unused]] const int threads = threads_for(count, 1.0);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::int64_t n = 0; n < count; ++n) {
        const auto at = static_cast<std::size_t>(n);
        f[at] = value(at);
        u[at] = Real{0};
    }
}

/// Fills in the right-hand side, rounded once. Double precision needs no array beside it.
void fill(const poisson::Problem& problem, const poisson::BoundaryLift& lift,
          std::span<const double> whole, std::span<double> f, std::span<double> u)
{
    set(f, u, [](std::size_t /*at*/) { return 0.0; });
    copy_unknowns(problem, whole, f);
    lift.subtract_from(f);
}

void fill(const poisson::Problem& problem, const poisson::BoundaryLift& lift,
          std::span<const double> whole, std::span<float> f, std::span<float> u)
{
    std::vector<double> values = unknowns_of(problem, whole);
    lift.subtract_from(values);
    set(f, u, [&](std::size_t at) { return static_cast<float>(values[at]); });
}

}  // namespace

template <typename Real>
PoissonSolve<Real>::PoissonSolve(const PoissonCase& poisson, const PoissonInput& input,
                                 const PoissonPlace& place)
    : problem_{poisson.problem},
      engine_{at_key("method.lambda", poisson.lambda_at,
                     [&] { return make_poisson_engine<Real>(poisson.problem, place); })},
      lift_{at_key("boundary", poisson.boundary_at, [&] {
          return poisson::BoundaryLift{poisson.problem, input.faces};
      })}
{
    const auto points = static_cast<std::size_t>(poisson::points(problem_));
    f_ = memory::HostArray<Real>{points};
    u_ = memory::HostArray<Real>{points};
    fill(problem_, lift_, input.f, f_.span(), u_.span());
    engine_->load({f_.data(), f_.size()}, u_.span());
}

template <typename Real>
poisson::Residual PoissonSolve<Real>::check()
{
    residual_.resize(u_.size());
    const poisson::HostSolver host{problem_};
    return poisson::residual_of(problem_, host, std::span<const Real>{f_.data(), f_.size()},
                                solved_.removed_mean, solution(), std::span<Real>{residual_});
}

template <typename Real>
std::optional<Balance> PoissonSolve<Real>::balance() const
{
    if (!poisson::has_null_space(problem_)) {
        return std::nullopt;
    }
    double volume = 1.0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Axis& one = problem_.grid.axes.at(axis);
        const bool absent = poisson::is_absent(problem_, static_cast<int>(axis));
        volume *= absent ? 1.0 : one.upper - one.lower;
    }
    const auto f = poisson::norms_of(problem_, std::span<const Real>{f_.data(), f_.size()});
    // The rounding of sums in single precision, and of the cancellations in expressions in double.
    constexpr double rounding =
        std::max(100.0 * static_cast<double>(std::numeric_limits<Real>::epsilon()), 1e-10);
    Balance balance{.removed_mean = solved_.removed_mean};
    balance.relative = ratio(std::abs(balance.removed_mean), f.l2);
    balance.missing_flux = balance.removed_mean * volume;
    balance.balanced = balance.relative <= rounding;
    return balance;
}

template <typename Real>
void PoissonSolve<Real>::add_boundary_share()
{
    lift_.add_to(u_.span());
}

template class PoissonSolve<float>;
template class PoissonSolve<double>;

template <typename Real>
ErrorCheck error_of(const poisson::Problem& problem, std::span<const Real> solution,
                    std::span<const double> exact, double& offset)
{
    std::vector<double> wanted = unknowns_of(problem, exact);
    std::vector<double> error(wanted.size());
    for (std::size_t n = 0; n < error.size(); ++n) {
        error[n] = static_cast<double>(solution[n]) - wanted[n];
    }
    ErrorCheck check{.means_removed = poisson::has_null_space(problem)};
    offset = 0.0;
    if (check.means_removed) {
        offset = poisson::norms_of(problem, std::span<const double>{error}).mean;
        const double mean = poisson::norms_of(problem, std::span<const double>{wanted}).mean;
        std::ranges::for_each(error, [&](double& value) { value -= offset; });
        std::ranges::for_each(wanted, [&](double& value) { value -= mean; });
    }
    check.norms = poisson::norms_of(problem, std::span<const double>{error});
    const auto whole = poisson::norms_of(problem, std::span<const double>{wanted});
    check.relative_l2 = ratio(check.norms.l2, whole.l2);
    check.relative_max = ratio(check.norms.max, whole.max);
    return check;
}

template ErrorCheck error_of(const poisson::Problem&, std::span<const float>,
                             std::span<const double>, double&);
template ErrorCheck error_of(const poisson::Problem&, std::span<const double>,
                             std::span<const double>, double&);

}  // namespace tobiuo
