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

/// Allocates zeros; each page is written first by a thread that will use it.
template <typename Real>
memory::HostArray<Real> zeros(std::int64_t count)
{
    memory::HostArray<Real> array{static_cast<std::size_t>(count)};
    [[maybe_unused]] const int threads = threads_for(count, 1.0);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::int64_t n = 0; n < count; ++n) {
        array.data()[n] = Real{0};
    }
    return array;
}

/// Rounds values to the precision of the case.
template <typename Real>
void round_to(std::span<const double> values, std::span<Real> rounded)
{
    const auto count = std::ssize(values);
    [[maybe_unused]] const int threads = threads_for(count, 1.0);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::int64_t n = 0; n < count; ++n) {
        const auto at = static_cast<std::size_t>(n);
        rounded[at] = static_cast<Real>(values[at]);
    }
}

/// Fills in the right-hand side, which is the source without the contribution of the boundary
/// values, rounded once.
template <typename Real>
void fill(const poisson::Problem& problem, const poisson::BoundaryLift& lift,
          const CaseField& source, std::span<Real> f)
{
    const auto subtract = lift.subtract_by_planes();
    const poisson::Unknowns z = poisson::unknowns(problem, 2);
    const std::int64_t whole = poisson::blocks_of(problem.grid).values;
    const std::int64_t plane = poisson::blocks_of(problem).values;
    std::vector<double> values;
    source.read_and_check([&](std::int64_t first, std::span<const double> planes) {
        const std::int64_t begin = std::max(first, z.first);
        const std::int64_t end = std::min(first + std::ssize(planes) / whole, z.first + z.count);
        values.resize(static_cast<std::size_t>((end - begin) * plane));
        copy_unknowns(problem, planes.subspan(static_cast<std::size_t>((begin - first) * whole)),
                      values);
        subtract(begin - z.first, values);
        round_to<Real>(
            values, f.subspan(static_cast<std::size_t>((begin - z.first) * plane), values.size()));
    });
}

}  // namespace

template <typename Real>
PoissonSolve<Real>::PoissonSolve(const PoissonCase& poisson, CaseField source,
                                 const poisson::FaceValues& faces, const PoissonPlace& place)
    : problem_{poisson.problem},
      engine_{at_key("method.lambda", poisson.lambda_at,
                     [&] { return make_poisson_engine<Real>(poisson.problem, place); })},
      lift_{at_key("boundary", poisson.boundary_at, [&] {
          return poisson::BoundaryLift{poisson.problem, faces};
      })}
{
    const std::int64_t points = poisson::points(problem_);
    f_ = zeros<Real>(points);
    fill(problem_, lift_, source, f_.span());
    source = {};  // the values of a file are freed before there is u
    u_ = zeros<Real>(points);
    engine_->load({f_.data(), f_.size()}, u_.span());
}

template <typename Real>
poisson::Residual PoissonSolve<Real>::check()
{
    const std::span<const Real> f{f_.data(), f_.size()};
    if (problem_.op != poisson::Operator::spectral) {
        return poisson::residual_of(problem_, f, solved_.removed_mean, solution());
    }
    residual_.resize(u_.size());
    const poisson::HostSolver host{problem_};
    return poisson::residual_of(problem_, host, f, solved_.removed_mean, solution(),
                                std::span<Real>{residual_});
}

template <typename Real>
poisson::PlaneReader PoissonSolve<Real>::residual() const
{
    if (problem_.op == poisson::Operator::spectral) {
        return poisson::planes_of(std::span<const Real>{residual_},
                                  poisson::blocks_of(problem_).values);
    }
    return poisson::residual_planes(problem_, std::span<const Real>{f_.data(), f_.size()},
                                    solved_.removed_mean, solution());
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

namespace {

/// Norms of the exact solution, and of the error of a solution.
struct Compared {
    poisson::Norms error;
    poisson::Norms exact;
};

/// The norms of both after a number is subtracted from each.
template <typename Real>
Compared compared(const poisson::Problem& problem, std::span<const Real> solution,
                  const poisson::PlaneReader& exact, double from_error, double from_exact)
{
    poisson::NormSum sum_of_error{problem};
    poisson::NormSum sum_of_exact{problem};
    std::vector<double> error;
    const auto visit = [&](std::int64_t first, std::span<double> wanted) {
        error.resize(wanted.size());
        const std::int64_t begin = first * poisson::blocks_of(problem).values;
        const auto count = std::ssize(wanted);
        [[maybe_unused]] const int threads = threads_for(count, 1.0);
#pragma omp parallel for schedule(static) num_threads(threads)
        for (std::int64_t n = 0; n < count; ++n) {
            const auto at = static_cast<std::size_t>(n);
            const auto found = static_cast<double>(solution[static_cast<std::size_t>(begin) + at]);
            error[at] = found - wanted[at] - from_error;
            wanted[at] -= from_exact;
        }
        sum_of_error.add(std::span<const double>{error});
        sum_of_exact.add(std::span<const double>{wanted});
    };
    poisson::read_blocks(poisson::blocks_of(problem), exact, visit);
    return {.error = sum_of_error.norms(), .exact = sum_of_exact.norms()};
}

}  // namespace

template <typename Real>
ErrorCheck error_of(const poisson::Problem& problem, std::span<const Real> solution,
                    const poisson::PlaneReader& exact, double& offset)
{
    const poisson::PlaneReader wanted = unknown_planes(problem, exact);
    ErrorCheck check{.means_removed = poisson::has_null_space(problem)};
    offset = 0.0;
    Compared found = compared(problem, solution, wanted, 0.0, 0.0);
    if (check.means_removed) {
        offset = found.error.mean;
        found = compared(problem, solution, wanted, offset, found.exact.mean);
    }
    check.norms = found.error;
    check.relative_l2 = ratio(check.norms.l2, found.exact.l2);
    check.relative_max = ratio(check.norms.max, found.exact.max);
    return check;
}

template ErrorCheck error_of(const poisson::Problem&, std::span<const float>,
                             const poisson::PlaneReader&, double&);
template ErrorCheck error_of(const poisson::Problem&, std::span<const double>,
                             const poisson::PlaneReader&, double&);

}  // namespace tobiuo
