// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/poisson/case_solver.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>

#include "app/output/report/poisson_report.hpp"
#include "runtime/ranks/messages.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo {
namespace {

/// The machine in whose memory a case is solved, after its device has been selected.
std::unique_ptr<const runtime::Machine> memory_of(const Place& place)
{
    place.select();
    return place.has_host_arrays() ? runtime::make_host_machine()
                                   : runtime::make_machine(place.backend);
}

/// Bytes of f or u on this rank.
std::size_t array_bytes(const poisson::Problem& problem, const PoissonRanks& ranks)
{
    return static_cast<std::size_t>(poisson::blocks_of(problem).values * ranks.own(problem).count *
                                    bytes_per_value(problem.precision));
}

}  // namespace

poisson::SolverOptions solver_options(const Place& place)
{
    return {.backend = place.backend,
            .host_arrays = place.visits_gpu_in_parts(),
            .device_bytes = place.device_limit,
            .walls_in_f = true,
            .opencl_buffers = place.is_opencl()};
}

poisson::DistributedOptions rank_options(const Place& place)
{
    poisson::DistributedOptions options{.backend = place.backend, .walls_in_f = true};
    options.host_arrays = place.visits_gpu_in_parts();
    options.device_bytes = place.device_limit;
    return options;
}

template <typename Real>
CaseSolver<Real>::CaseSolver(const poisson::Problem& problem, const Place& place,
                             const std::vector<poisson::Body>& bodies, double body_tolerance,
                             const GivenCoefficient<Real>& coefficient,
                             const GivenMixedWalls<Real>& mixed)
    : place_{place},
      ranks_{place.world},
      memory_{memory_of(place)},
      solver_{make_solver(problem, bodies, body_tolerance, coefficient, mixed)},
      stream_{memory_->make_stream()}
{
    if (are_on_device()) {
        const std::size_t bytes = array_bytes(problem, ranks_);
        own_f_ = memory_->allocate(bytes);
        own_u_ = memory_->allocate(bytes);
    }
    for (std::size_t n = 0; n < mixed.walls.size(); ++n) {
        mixed_values_.push_back(
            memory_->copied_and_wait(std::as_bytes(std::span{mixed.values[n]})));
        const poisson::MixedWall& wall = mixed.walls[n];
        auto& of_axis = wall.axis == 0   ? mixed_walls_.x
                        : wall.axis == 1 ? mixed_walls_.y
                                         : mixed_walls_.z;
        of_axis.at(static_cast<std::size_t>(wall.end)).values =
            mixed_values_.back().template as<Real>();
    }
    if (place_.visits_gpu_in_parts() && place_.link.both <= 0.0) {
        place_.link = memory::measure_link(place_.device);
    }
}

template <typename Real>
auto CaseSolver<Real>::make_solver(const poisson::Problem& problem,
                                   const std::vector<poisson::Body>& bodies, double body_tolerance,
                                   const GivenCoefficient<Real>& coefficient,
                                   const GivenMixedWalls<Real>& mixed) const -> AnySolver
{
    if (!mixed.walls.empty()) {
        poisson::SolverOptions options = solver_options(place_);
        return AnySolver{std::in_place_type<poisson::MixedSolver>, problem, mixed.walls,
                         poisson::MixedOptions{.solver = options, .tolerance = mixed.tolerance}};
    }
    if (!coefficient.values.empty()) {
        poisson::CoefficientOptions options = coefficient.options;
        options.solver = solver_options(place_);
        options.solver.watch = &asked_;
        return AnySolver{std::in_place_type<poisson::CoefficientSolver>, problem,
                         coefficient.values, options};
    }
    if (!bodies.empty()) {
        return AnySolver{
            std::in_place_type<poisson::BodySolver>, problem, bodies,
            poisson::BodyOptions{.solver = solver_options(place_), .tolerance = body_tolerance}};
    }
    if (ranks_.are_several()) {
        return AnySolver{std::in_place_type<poisson::DistributedSolver>, problem,
                         ranks_.communicator(), rank_options(place_)};
    }
    poisson::SolverOptions options = solver_options(place_);
    options.watch = &asked_;
    return AnySolver{std::in_place_type<poisson::Solver>, problem, options};
}

template <typename Real>
void CaseSolver<Real>::load(std::span<const Real> f, std::span<Real> u)
{
    place_.select();
    host_u_ = u;
    if (are_on_device()) {
        f_ = own_f_.as<Real>();
        u_ = own_u_.as<Real>();
        if (!f.empty()) {
            memory_->write_and_wait(own_f_.data(), std::as_bytes(f), stream_.get());
        }
        static_cast<void>(time_and_wait());
        return;
    }
    f_ = f.data();
    u_ = u.data();
    if (place_.visits_gpu_in_parts()) {
        pages_.lock(f, u);
    }
}

template <typename Real>
double CaseSolver<Real>::time_and_wait()
{
    place_.select();
    const auto solve = [&] {
        std::visit(
            [&](const auto& any) {
                using Any = std::remove_cvref_t<decltype(any)>;
                if constexpr (std::is_same_v<Any, poisson::BodySolver>) {
                    body_use_ = any.solve_and_wait(f_, u_, stream_.get());
                } else if constexpr (std::is_same_v<Any, poisson::CoefficientSolver>) {
                    coefficient_use_ = any.solve_and_wait(f_, u_, stream_.get());
                } else if constexpr (std::is_same_v<Any, poisson::MixedSolver>) {
                    mixed_use_ = any.solve_and_wait(f_, mixed_walls_, u_, stream_.get());
                } else {
                    if constexpr (std::is_same_v<Any, poisson::Solver>) {
                        if (place_.is_opencl()) {
                            any.solve_buffers(f_, u_, stream_.get());
                            return;
                        }
                    }
                    any.solve(f_, u_, stream_.get());
                }
            },
            solver_);
    };
    return ranks_.slowest([&] { return memory_->time_and_wait(stream_.get(), solve); });
}

template <typename Real>
poisson::Solved CaseSolver<Real>::fetch_and_wait()
{
    place_.select();
    memory_->wait(stream_.get());  // so that solved() knows of messages that failed
    if (are_on_device() && !host_u_.empty()) {
        read_and_wait(own_u(), host_u_);
    }
    return solved_and_wait();
}

template <typename Real>
void CaseSolver<Real>::read_and_wait(const Real* own, std::span<Real> to) const
{
    place_.select();
    memory_->read_and_wait(std::as_writable_bytes(to), own, stream_.get());
}

template <typename Real>
poisson::Solved CaseSolver<Real>::solved_and_wait()
{
    place_.select();
    memory_->wait(stream_.get());
    return ranks::from_first(
        ranks_.communicator(),
        std::visit([&](const auto& any) { return any.solved(stream_.get()); }, solver_));
}

template <typename Real>
std::optional<poisson::CoefficientScaling> CaseSolver<Real>::coefficient_scaling() const
{
    const auto* one = std::get_if<poisson::CoefficientSolver>(&solver_);
    return one == nullptr ? std::nullopt : std::optional{one->scaling()};
}

template <typename Real>
ExchangeUse CaseSolver<Real>::take_exchange_use_and_wait() const
{
    place_.select();
    const auto* ranks = std::get_if<poisson::DistributedSolver>(&solver_);
    return ranks == nullptr ? ExchangeUse{} : ranks->take_exchange_use_and_wait();
}

template <typename Real>
std::string CaseSolver<Real>::describe() const
{
    return std::visit([](const auto& any) { return any.describe(); }, solver_);
}

template <typename Real>
std::vector<fft::PassChoice> CaseSolver<Real>::choices() const
{
    const auto* one = std::get_if<poisson::Solver>(&solver_);
    return one == nullptr ? std::vector<fft::PassChoice>{} : one->choices();
}

template <typename Real>
int CaseSolver<Real>::memory_passes() const
{
    return std::visit(
        [](const auto& any) {
            if constexpr (requires { any.passes(); }) {
                return any.passes();
            } else {
                return nominal_memory_passes;
            }
        },
        solver_);
}

template <typename Real>
std::optional<std::int64_t> CaseSolver<Real>::device_bytes() const
{
    if (place_.is_cpu()) {
        return std::nullopt;
    }
    const std::size_t of_solver =
        std::visit([](const auto& any) { return any.workspace_bytes(); }, solver_);
    return static_cast<std::int64_t>(own_f_.bytes() + own_u_.bytes() + of_solver);
}

template <typename Real>
std::optional<LinkUse> CaseSolver<Real>::link() const
{
    if (!place_.visits_gpu_in_parts()) {
        return std::nullopt;
    }
    const std::int64_t copied = std::visit(
        [](const auto& any) -> std::int64_t {
            if constexpr (requires { any.copied_bytes(); }) {
                return any.copied_bytes();
            } else {
                return 0;  // bodies are where the arrays are
            }
        },
        solver_);
    return pages_.use(copied, place_.link);
}

template class CaseSolver<float>;
template class CaseSolver<double>;

}  // namespace tobiuo
