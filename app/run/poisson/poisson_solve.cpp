// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/poisson/poisson_solve.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "app/errors.hpp"
#include "app/machine/time_split.hpp"
#include "app/ranks/planned_rank.hpp"
#include "app/run/poisson/poisson_observer.hpp"
#include "app/run/poisson/poisson_whole_grid.hpp"
#include "kernels/poisson/value_items.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/ranks/messages.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/poisson/axis/line_tiles.hpp"
#include "solvers/poisson/axis/singular.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/check/norms.hpp"
#include "solvers/poisson/face.hpp"
#include "solvers/poisson/walls/wall_planes.hpp"

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

/// Rounds values to the precision of the case.
template <typename Real>
void round_to(std::span<const double> values, std::span<Real> rounded)
{
    const auto host = runtime::make_host_machine();
    runtime::ForEach<poisson::RoundValues<Real>>{*host}(
        {.from = values.data(), .to = rounded.data()}, std::ssize(values), nullptr);
}

void multiply(std::span<double> values, double factor)
{
    if (factor != 1.0) {
        std::ranges::for_each(values, [&](double& value) { value *= factor; });
    }
}

/// Divides planes of unknowns from `first` on by rho, as poisson::SolverOptions::walls_in_f wants f.
void divide_by_rho(const poisson::Problem& problem, std::int64_t first, std::span<double> values)
{
    if (!problem.rho) {
        return;
    }
    const std::vector<double> rho = poisson::rho_of(problem);
    const poisson::Extent rows = poisson::extent_of(poisson::shape_of(problem), problem.rho->axis);
    const std::int64_t before = first * poisson::blocks_of(problem).values;
    for (std::size_t n = 0; n < values.size(); ++n) {
        const auto row = (before + static_cast<std::int64_t>(n)) / rows.stride % rows.count;
        values[n] /= rho[static_cast<std::size_t>(row)];
    }
}

/// The boundary values of a problem in a unit of length: derivatives by it.
poisson::FaceValues in_unit(const poisson::Problem& problem, poisson::FaceValues faces,
                            poisson::UnitOfLength unit)
{
    for (int face = 0; face < 6; ++face) {
        if (poisson::condition_of(problem, face / 2, face % 2) == poisson::Condition::neumann) {
            multiply(faces.of.at(static_cast<std::size_t>(face / 2))
                         .at(static_cast<std::size_t>(face % 2)),
                     unit.length());
        }
    }
    return faces;
}

/// Rounds those of the planes from `first` on that are own to their place in `f`.
template <typename Real>
void keep_own(std::int64_t first, std::span<const double> planes, std::int64_t plane,
              const ranks::Slice& own, std::span<Real> f)
{
    const std::int64_t begin = std::max(first, own.first);
    const std::int64_t end = std::min(first + std::ssize(planes) / plane, own.end());
    if (begin < end) {
        const auto count = static_cast<std::size_t>((end - begin) * plane);
        round_to<Real>(planes.subspan(static_cast<std::size_t>((begin - first) * plane), count),
                       f.subspan(static_cast<std::size_t>((begin - own.first) * plane), count));
    }
}

/// Fills in the right-hand side of own planes, which is the source in the unit of the problem
/// without the contribution of the boundary values, rounded once.
template <typename Real>
void fill(const poisson::Problem& problem, poisson::UnitOfLength unit, const PoissonRanks& ranks,
          const poisson::BoundaryLift& lift, const CaseField& source, std::span<Real> f)
{
    const TimedPart part{TimePart::fill};
    const auto subtract = lift.subtract_by_planes();
    const ranks::Slice own = ranks.own(problem);
    const poisson::Unknowns z = poisson::unknowns(problem, 2);
    const std::int64_t whole = poisson::blocks_of(problem.grid).values;
    const std::int64_t plane = poisson::blocks_of(problem).values;
    std::vector<double> values;
    const auto visit = [&](std::int64_t first, std::span<const double> planes) {
        const std::int64_t begin = std::max(first, z.first);
        const std::int64_t end = std::min(first + std::ssize(planes) / whole, z.first + z.count);
        values.resize(static_cast<std::size_t>((end - begin) * plane));
        copy_unknowns(problem, planes.subspan(static_cast<std::size_t>((begin - first) * whole)),
                      values);
        multiply(values, unit.squared());
        divide_by_rho(problem, begin - z.first, values);
        subtract(begin - z.first, values);
        keep_own<Real>(begin - z.first, values, plane, own, f);
    };
    source.read_and_check(ranks, grid_planes(problem, source_planes(problem, own)), visit);
}

/// On several ranks lambda is looked at before the plan is made: all say together what is wrong.
template <typename Real>
std::unique_ptr<CaseSolver<Real>> make_solver(const poisson::Problem& problem,
                                              const PoissonCase& poisson, const Place& place,
                                              const std::vector<poisson::Body>& bodies,
                                              const CaseCoefficient<Real>* coefficient,
                                              const std::vector<CaseMixedWall>& mixed)
{
    const auto at_lambda = [&](const auto& make) {
        return at_key("method.lambda", poisson.lambda_at, make);
    };
    if (const PoissonRanks ranks{place.world}; ranks.are_several()) {
        ranks.together([&] { at_lambda([&] { poisson::validate_modes(problem); }); });
    }
    const double tolerance = body_tolerance_of(poisson);
    GivenCoefficient<Real> given;
    if (coefficient != nullptr) {
        given = {.values = coefficient->values(), .options = coefficient->options()};
    }
    GivenMixedWalls<Real> walls{.tolerance = mixed_tolerance_of(poisson)};
    for (const CaseMixedWall& one : mixed) {
        walls.walls.push_back(one.wall);
        walls.values.emplace_back(one.values.begin(), one.values.end());
    }
    return at_lambda([&] {
        return std::make_unique<CaseSolver<Real>>(problem, place, bodies, tolerance, given, walls);
    });
}

/// On several ranks the values are looked at before these solve for them: all say together what is
/// wrong.
poisson::BoundaryLift lift_of(const poisson::Problem& problem, const PoissonCase& poisson,
                              const poisson::FaceValues& faces, const PoissonRanks& ranks)
{
    const auto at_boundary = [&](const auto& make) {
        return at_key("boundary", poisson.boundary_at, make);
    };
    if (!ranks.are_several()) {
        return at_boundary([&] { return poisson::BoundaryLift{problem, faces}; });
    }
    ranks.together([&] { at_boundary([&] { poisson::BoundaryLift::validate(problem, faces); }); });
    const auto solve = [&](const poisson::Problem& other, std::span<double> f) {
        ranks.together([&] { at_boundary([&] { poisson::validate_modes(other); }); });
        const poisson::DistributedSolver solver{other, ranks.communicator(), rank_options({})};
        solver.solve(f.data(), f.data());
        return ranks::from_first(ranks.communicator(), solver.solved().removed_mean);
    };
    return poisson::BoundaryLift{problem, faces, ranks.own(problem), solve};
}

}  // namespace

template <typename Real>
poisson::PlaneReader own_planes(const poisson::Problem& problem, const PoissonRanks& ranks,
                                std::span<const Real> values)
{
    const poisson::PlaneReader read =
        poisson::planes_of(values, poisson::blocks_of(problem).values);
    return [read, begin = ranks.own(problem).first](std::int64_t first, std::span<double> planes) {
        read(first - begin, planes);
    };
}

template <typename Real>
PoissonSolve<Real>::PoissonSolve(const PoissonCase& poisson, CaseField source,
                                 const poisson::FaceValues& faces, const Place& place)
    : unit_{poisson::unit_of_length(poisson.problem)},
      problem_{poisson::in_unit(poisson.problem, unit_)},
      ranks_{place.world},
      bodies_{problem_, bodies_of(poisson, unit_)},
      mixed_{mixed_walls_of(poisson)},
      beside_mixed_{beside_mixed_walls(problem_, mixed_)},
      coefficient_at_{poisson.coefficient ? coefficient_at(poisson) : Position{}},
      coefficient_{CaseCoefficient<Real>::read(poisson, problem_)},
      observer_{PoissonObserver<Real>::make(poisson, problem_, place)},
      solver_{make_solver<Real>(problem_, poisson, place, bodies_of(poisson, unit_),
                                coefficient_.get(), mixed_)},
      lift_{lift_of(
          problem_, poisson,
          coefficient_ ? coefficient_->multiplied(in_unit(problem_, faces, unit_))
                       : without_dirichlet_parts(problem_, in_unit(problem_, faces, unit_), mixed_),
          ranks_)}
{
    load(std::move(source));
}

template <typename Real>
PoissonSolve<Real>::~PoissonSolve() = default;

template <typename Real>
std::size_t PoissonSolve<Real>::own_points() const
{
    return static_cast<std::size_t>(poisson::blocks_of(problem_).values *
                                    ranks_.own(problem_).count);
}

template <typename Real>
void PoissonSolve<Real>::load(CaseField source)
{
    if (observer_ != nullptr && lift_.leaves_f()) {
        const TimedPart part{TimePart::fill};
        if (observer_->fill(*solver_, unit_.squared())) {
            solver_->load({}, {});
            return;
        }
    }
    f_ = memory::zeros<Real>(own_points());
    fill(problem_, unit_, ranks_, lift_, source, f_.span());
    poisson::clear_at(bodies_.inside(), 0, f_.span());
    if (!bodies_.empty() && leaves_constant()) {
        mean_outside_ = remove_mean_outside(f_.span());
    }
    source = {};  // the values of a file are freed before there is u
    if (observer_ == nullptr) {
        u_ = memory::zeros<Real>(own_points());
    }
    convergent([&] { solver_->load({f_.data(), f_.size()}, u_.span()); });
}

template <typename Real>
template <typename Solve>
auto PoissonSolve<Real>::convergent(const Solve& solve) const
{
    try {
        return solve();
    } catch (const poisson::NotConverged& error) {
        throw InputError{coefficient_at_, std::string{"coefficient: "} + error.what() +
                                              " (method.coefficient_iterations, "
                                              "method.coefficient_scaling)"};
    }
}

template <typename Real>
double PoissonSolve<Real>::time_and_wait()
{
    return convergent([&] { return solver_->time_and_wait(); });
}

template <typename Real>
std::optional<MixedSolved> PoissonSolve<Real>::mixed_solved() const
{
    if (!solver_->mixed_use()) {
        return std::nullopt;
    }
    std::int64_t points = 0;
    for (const CaseMixedWall& one : mixed_) {
        points += std::ranges::count(one.wall.points, true);
    }
    return MixedSolved{.use = *solver_->mixed_use(), .points = points};
}

template <typename Real>
std::optional<CoefficientSolved> PoissonSolve<Real>::coefficient_solved() const
{
    if (!solver_->coefficient_use()) {
        return std::nullopt;
    }
    return CoefficientSolved{.use = *solver_->coefficient_use(),
                             .scaling = *solver_->coefficient_scaling(),
                             .contrast = coefficient_->contrast()};
}

template <typename Real>
void PoissonSolve<Real>::check_exact(const CaseField& exact)
{
    const TimedPart part{TimePart::fill};
    if (observer_ != nullptr && exact.formula() && problem_.grid.location == Location::cell &&
        !std::isfinite(observer_->norms_of_exact(*solver_).max)) {
        exact.read_and_check(ranks_, grid_planes(problem_, ranks_.own(problem_)), [](auto&&...) {});
    }
}

template <typename Real>
double PoissonSolve<Real>::remove_mean_outside(std::span<Real> values) const
{
    const double mean =
        poisson::norms_of(problem_, std::span<const Real>{values}).mean / bodies_.outside_part();
    std::ranges::for_each(
        values, [&](Real& value) { value = static_cast<Real>(static_cast<double>(value) - mean); });
    poisson::clear_at(bodies_.inside(), 0, values);
    return mean;
}

template <typename Real>
void PoissonSolve<Real>::fetch_and_wait(bool with_f)
{
    if (u_.size() == 0) {
        u_ = memory::zeros<Real>(own_points());
        solver_->read_and_wait(solver_->own_u(), u_.span());
    }
    if (with_f && f_.size() == 0) {
        f_ = memory::zeros<Real>(own_points());
        solver_->read_and_wait(solver_->own_f(), f_.span());
    }
}

template <typename Real>
void PoissonSolve<Real>::finish_and_wait()
{
    solved_ = solver_->fetch_and_wait();
    if (bodies_.empty()) {
        return;
    }
    solved_.removed_mean = 0.0;  // that of a solve of the box on the way, and not of f
    if (leaves_constant()) {
        static_cast<void>(remove_mean_outside(u_.span()));
    }
}

template <typename Real>
std::optional<BodiesSolved> PoissonSolve<Real>::bodies_solved() const
{
    if (!solver_->body_use()) {
        return std::nullopt;
    }
    BodiesSolved found{.use = *solver_->body_use(), .fluxes = bodies_.fluxes(solution())};
    int dimensions = 0;
    for (int axis = 0; axis < 3; ++axis) {
        dimensions += poisson::is_absent(problem_, axis) ? 0 : 1;
    }
    multiply(found.fluxes, std::pow(unit_.length(), dimensions - 2));
    return found;
}

template <typename Real>
poisson::Residual PoissonSolve<Real>::check()
{
    poisson::Residual residual = check_in_unit();
    for (double* norm : {&residual.norms.l2, &residual.norms.max, &residual.norms.mean}) {
        *norm /= unit_.squared();
    }
    return residual;
}

template <typename Real>
poisson::Residual PoissonSolve<Real>::check_in_unit()
{
    if (observer_ != nullptr) {
        return observer_->residual(*solver_, solved_.removed_mean);
    }
    const std::span<const Real> f{f_.data(), f_.size()};
    if (coefficient_) {
        return coefficient_->residual_of(f, solved_.removed_mean, solution(), residual_);
    }
    if (!bodies_.empty()) {  // conductors are a part of the right-hand side, as walls are
        std::vector<Real> with_conductors(f.begin(), f.end());
        bodies_.add_conductors(-1.0, std::span{with_conductors});
        return poisson::residual_of(problem_, std::span<const Real>{with_conductors}, 0.0,
                                    solution(), ranks_.communicator(), bodies_.touched());
    }
    if (!mixed_.empty()) {  // so are the values on mixed walls
        std::vector<Real> with_walls(f.begin(), f.end());
        add_mixed_walls(problem_, mixed_, with_walls);
        return poisson::residual_of(problem_, std::span<const Real>{with_walls}, 0.0, solution(),
                                    ranks_.communicator(), beside_mixed_);
    }
    if (poisson::has_stencil(problem_)) {
        return poisson::residual_of(problem_, f, solved_.removed_mean, solution(),
                                    ranks_.communicator());
    }
    residual_.resize(u_.size());
    return poisson::spectral_residual_of<Real>(problem_, f, solved_.removed_mean, solution(),
                                               residual_, ranks_.communicator());
}

template <typename Real>
poisson::PlaneReader PoissonSolve<Real>::residual() const
{
    return [read = residual_in_unit(), factor = 1.0 / unit_.squared()](std::int64_t first,
                                                                       std::span<double> planes) {
        read(first, planes);
        multiply(planes, factor);
    };
}

template <typename Real>
poisson::PlaneReader PoissonSolve<Real>::residual_in_unit() const
{
    if (!poisson::has_stencil(problem_) || coefficient_) {
        return own_planes(problem_, ranks_, std::span<const Real>{residual_});
    }
    return poisson::residual_planes(problem_, std::span<const Real>{f_.data(), f_.size()},
                                    solved_.removed_mean, solution(), ranks_.communicator(),
                                    mixed_.empty() ? bodies_.touched() : beside_mixed_);
}

template <typename Real>
std::optional<Balance> PoissonSolve<Real>::balance() const
{
    if (!leaves_constant()) {
        return std::nullopt;
    }
    double volume = 1.0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Axis& one = problem_.grid.axes.at(axis);
        const bool absent = poisson::is_absent(problem_, static_cast<int>(axis));
        volume *= absent ? 1.0 : (one.upper - one.lower) * unit_.length();
    }
    const auto f = observer_ != nullptr
                       ? observer_->norms_of_f(*solver_)
                       : poisson::norms_of(problem_, std::span<const Real>{f_.data(), f_.size()},
                                           ranks_.communicator());
    // The rounding of sums in single precision, and of the cancellations in expressions in double.
    constexpr double rounding =
        std::max(100.0 * static_cast<double>(std::numeric_limits<Real>::epsilon()), 1e-10);
    const double removed = solved_.removed_mean + mean_outside_;
    const double part = bodies_.outside_part();
    Balance balance{.removed_mean = removed / unit_.squared()};
    balance.relative = ratio(std::abs(removed), std::hypot(f.l2, mean_outside_ * std::sqrt(part)));
    balance.missing_flux = balance.removed_mean * volume * part;
    balance.balanced = balance.relative <= rounding;
    return balance;
}

template <typename Real>
void PoissonSolve<Real>::add_boundary_share()
{
    if (problem_.op == poisson::Operator::spectral) {  // the others have it in f
        lift_.add_to(u_.span());
    }
}

std::int64_t check_bytes(const poisson::Problem& problem, const PoissonRanks& ranks)
{
    if (poisson::has_stencil(problem)) {
        return 0;
    }
    return poisson::spectral_residual_bytes(
        planned_without_lambda(problem, ranks.are_several()),
        PlannedRank{ranks.communicator().rank(), ranks.communicator().size()});
}

template poisson::PlaneReader own_planes(const poisson::Problem&, const PoissonRanks&,
                                         std::span<const float>);
template poisson::PlaneReader own_planes(const poisson::Problem&, const PoissonRanks&,
                                         std::span<const double>);

namespace {

/// The norms of a field that is 0 in bodies, outside of them.
poisson::Norms outside_of(const BodyPlaces& bodies, poisson::Norms norms)
{
    norms.mean /= bodies.outside_part();
    norms.l2 /= std::sqrt(bodies.outside_part());
    return norms;
}

/// The norms of both after the offsets are subtracted.
template <typename Real>
poisson::Compared compared(const poisson::Problem& problem, const PoissonRanks& ranks,
                           const BodyPlaces& bodies, std::span<const Real> solution,
                           const poisson::PlaneReader& exact,
                           const poisson::CompareOffsets& offsets)
{
    const ranks::Slice own = ranks.own(problem);
    const std::int64_t plane = poisson::blocks_of(problem).values;
    poisson::NormSum sum_of_error{problem, own.first};
    poisson::NormSum sum_of_exact{problem, own.first};
    std::vector<double> error;
    const auto host = runtime::make_host_machine();
    const runtime::ForEach<poisson::CompareValues<Real>> compare{*host};
    const auto visit = [&](std::int64_t first, std::span<double> wanted) {
        error.resize(wanted.size());
        const std::int64_t begin = first * plane;
        compare({.u = solution.data() + begin,
                 .exact = wanted.data(),
                 .error = error.data(),
                 .offset_of_error = offsets.of_error,
                 .offset_of_exact = offsets.of_exact},
                std::ssize(wanted), nullptr);
        poisson::clear_at(bodies.inside(), begin, std::span{error});
        poisson::clear_at(bodies.inside(), begin, wanted);
        sum_of_error.add(std::span<const double>{error});
        sum_of_exact.add(std::span<const double>{wanted});
    };
    const poisson::PlaneReader read = [&](std::int64_t first, std::span<double> planes) {
        exact(own.first + first, planes);
    };
    if (own.count > 0) {
        poisson::read_blocks({.planes = own.count, .values = plane}, read, visit);
    }
    return {.error = outside_of(bodies, sum_of_error.norms(ranks.communicator())),
            .exact = outside_of(bodies, sum_of_exact.norms(ranks.communicator()))};
}

/// The error by the norms that compare(offsets) finds; sets `offset` as PoissonSolve::error() does.
template <typename Compare>
ErrorCheck error_by(bool leaves_constant, double& offset, const Compare& compare)
{
    ErrorCheck check{.means_removed = leaves_constant};
    offset = 0.0;
    poisson::Compared found = compare(poisson::CompareOffsets{});
    if (check.means_removed) {
        offset = found.error.mean;
        found = compare({.of_error = offset, .of_exact = found.exact.mean});
    }
    check.norms = found.error;
    check.relative_l2 = ratio(check.norms.l2, found.exact.l2);
    check.relative_max = ratio(check.norms.max, found.exact.max);
    return check;
}

}  // namespace

template <typename Real>
ErrorCheck PoissonSolve<Real>::error(const CaseField& exact, double& offset)
{
    const bool is_free = leaves_constant();
    if (observer_ != nullptr && observer_->has_exact()) {
        return error_by(is_free, offset, [&](const poisson::CompareOffsets& offsets) {
            return observer_->compare(*solver_, offsets);
        });
    }
    fetch_and_wait();
    const poisson::PlaneReader wanted = unknown_planes(problem_, exact.planes());
    return error_by(is_free, offset, [&](const poisson::CompareOffsets& offsets) {
        return compared(problem_, ranks_, bodies_, solution(), wanted, offsets);
    });
}

template class PoissonSolve<float>;
template class PoissonSolve<double>;

}  // namespace tobiuo
