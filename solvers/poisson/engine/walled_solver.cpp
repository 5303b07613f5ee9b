// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/engine/walled_solver.hpp"

#include <algorithm>
#include <functional>

#include "runtime/device/survey.hpp"
#include "runtime/threads.hpp"
#include "solvers/poisson/walls/wall_box.hpp"

namespace tobiuo::poisson {
namespace {

SolverPlace place_of(const Problem& problem, Backend backend, const SolverOptions& options)
{
    const SolveBackEnd& back_end = solve_on(backend);
    SolverPlace place{
        .backend = backend,
        .threads = options.threads,
        .host_arrays = options.host_arrays || (back_end.has_buffers() && !options.opencl_buffers),
        .device_bytes = options.device_bytes,
        .watch = options.watch != nullptr ? *options.watch : Watch{},
        .share_modes = has_open_axes(problem) && OpenModes<double>::suits(problem),
        .lambdas = options.batch ? options.batch->lambdas : std::vector<double>{}};
    const bool shares_device = place.host_arrays && back_end.host_arrays == HostArrays::visiting &&
                               has_walls(problem) && problem.op == Operator::spectral &&
                               !options.zero_walls && !options.walls_in_f;
    if (shares_device) {  // with the solver of what the walls add
        place.device_bytes = device::device_bytes_within(options.device_bytes) / 2;
    }
    return place;
}

bool has_host_arrays(const SolverPlace& place)
{
    return place.host_arrays || solve_on(place.backend).has_buffers();
}

/// The machine whose memory f and u are in; with buffers, which are not corrected, the host.
std::unique_ptr<const runtime::Machine> machine_of_arrays(const SolverPlace& place,
                                                          std::int64_t points)
{
    const int threads = place.threads > 0 ? place.threads : threads_for(points, 1.0);
    return has_host_arrays(place) ? runtime::make_host_machine(threads)
                                  : runtime::make_machine(place.backend, threads);
}

/// The options of a solver of what the walls add: none if f holds it.
SolverOptions options_of_share(SolverOptions options)
{
    options.zero_walls = options.zero_walls || options.walls_in_f;
    return options;
}

}  // namespace

template <typename T>
SolverNeeds WalledSolver<T>::needs(const Problem& problem, Backend backend, SolverOptions options)
{
    options.walls_in_f = true;
    if (!has_open_axes(problem)) {
        return PlacedSolver::needs(problem, place_of(problem, backend, options));
    }
    const Problem closed = with_closed_ends(problem);
    const SolverPlace place = place_of(problem, backend, options);
    const bool shares = PlacedSolver::shares_modes(closed, place);
    SolverNeeds needs = PlacedSolver::needs(closed, place);
    const auto bytes_of = [&]<typename Real>(Real /*of the precision*/) {
        return OpenFaces<Real>::bytes_of(problem,
                                         has_host_arrays(place) ? Backend::cpu : place.backend) +
               (shares ? OpenModes<Real>::bytes_of(problem) : 0) +
               static_cast<std::size_t>(points(closed)) * sizeof(Real);
    };
    needs.workspace_bytes +=
        problem.precision == Precision::fp32 ? bytes_of(float{}) : bytes_of(double{});
    needs.passes *= shares ? 1 : 2;
    needs.copied_bytes *= 2;
    return needs;
}

template <typename T>
WalledSolver<T>::WalledSolver(const Problem& problem, Backend backend, const SolverOptions& options)
    : WalledSolver{has_open_axes(problem) ? with_closed_ends(problem) : problem,
                   place_of(problem, backend, options), options}
{
    if (!has_open_axes(problem)) {
        return;
    }
    open_.emplace(problem, *machine_);
    if (!walls_) {
        walls_.emplace(wall_box_of(with_closed_ends(problem)), *machine_);
    }
    planes_.count = unknowns(problem, 2).count;
    if (!machine_->is_host()) {
        kept_f_ = machine_->allocate(array_bytes());
        open_work_ = open_->new_work();
    }
    if (solver_.whole() != nullptr && solver_.whole()->shares_modes()) {
        open_modes_.emplace(problem, *open_, *machine_);
    }
}

template <typename T>
WalledSolver<T>::WalledSolver(const Problem& problem, const SolverPlace& place,
                              const SolverOptions& options)
    : points_{points(problem) * place.problems()},
      is_spectral_{problem.op == Operator::spectral},
      machine_{machine_of_arrays(place, points_)},
      solver_{problem, place},
      share_solver_{problem, options_of_share(options), [&](const Problem& other) {
                        return PlacedSolver{other, place, solver_.copied()};
                    }}
{
    if (has_walls(problem) && !options.walls_in_f && (!is_spectral_ || share_solver_)) {
        walls_.emplace(wall_box_of(problem_at_walls(problem)), place.lambdas, *machine_);
    }
    if (!share_solver_) {
        return;
    }
    add_share_.emplace(*machine_);
    if (!machine_->is_host()) {
        share_ = machine_->allocate(array_bytes());
    }
    if (solver_.is_on_host()) {
        had_share_by_thread_ = std::make_unique<ByThread<bool>>();
    }
}

template <typename T>
void WalledSolver<T>::solve(const T* f, const walls::GivenFaces<T>& given, T* u,
                            Stream stream) const
{
    const bool with_share = is_spectral_ && !given.all_zero();
    if (with_share) {
        solve_with_share(f, given, u, stream);
    } else if (open_) {
        solve_with_open_ends(f, given, u, stream);
    } else {
        solve_at_walls(f, given, u, stream);
    }
    // A refused solve leaves the report of the last one.
    if (had_share_by_thread_ != nullptr) {
        had_share_by_thread_->remember(with_share);
    } else if (share_solver_) {
        had_share_ = with_share;
    }
}

template <typename T>
Solved WalledSolver<T>::solved(Stream stream) const
{
    Solved solved = solver_.solved(stream);
    if (had_share_by_thread_ != nullptr ? had_share_by_thread_->last() : had_share_) {
        solved.removed_mean += share_solver_.get().solved(stream).removed_mean;
    }
    return solved;
}

template <typename T>
std::vector<double> WalledSolver<T>::removed_means(Stream stream) const
{
    std::vector<double> means = solver_.whole()->removed_means(stream);
    if (had_share_) {
        const std::vector<double> shares = share_solver_.get().whole()->removed_means(stream);
        std::ranges::transform(means, shares, means.begin(), std::plus{});
    }
    return means;
}

template <typename T>
void WalledSolver<T>::keep_removed(T* to, Stream stream) const
{
    solver_.whole()->keep_removed(to, stream);
    if (had_share_) {
        share_solver_.get().whole()->keep_removed(to + 1, stream);
    }
}

template <typename T>
std::vector<double> WalledSolver<T>::removed_of(const T* from, std::int64_t count,
                                                Stream stream) const
{
    const std::vector<double> values = solver_.whole()->removed_of(from, 2 * count, stream);
    const std::vector<double> shares =
        had_share_ ? share_solver_.get().whole()->removed_of(from, 2 * count, stream) : values;
    std::vector<double> means;
    for (std::size_t at = 0; at < values.size(); at += 2) {
        means.push_back(values[at] + (had_share_ ? shares[at + 1] : 0.0));
    }
    return means;
}

template <typename T>
std::size_t WalledSolver<T>::workspace_bytes() const
{
    const std::size_t own = solver_.workspace_bytes();
    const std::size_t of_walls =
        (walls_ ? walls_->bytes() : 0) +
        (open_ ? open_->bytes() + (machine_->is_host() ? array_bytes() : kept_f_.bytes()) : 0) +
        (open_modes_ ? open_modes_->bytes() : 0);
    if (!share_solver_) {
        return own + of_walls;
    }
    // The calls on the CPU take their memory one after the other.
    const std::size_t shares = share_solver_.get().workspace_bytes();
    return (solver_.is_on_host() ? std::max(own, shares) : own + shares) + of_walls + array_bytes();
}

template <typename T>
std::string WalledSolver<T>::describe() const
{
    return open_ ? (open_modes_ ? "" : "twice: ") + solver_.describe() + "; " + open_->describe()
                 : solver_.describe();
}

template <typename T>
void WalledSolver<T>::solve_at_walls(const T* f, const walls::GivenFaces<T>& given, T* u,
                                     Stream stream) const
{
    const bool corrects = walls_ && !is_spectral_;
    solver_.solve(corrects ? walls_->without_walls(f, given, u, points_, stream) : f, u, stream);
}

template <typename T>
void WalledSolver<T>::solve_with_open_ends(const T* f, const walls::GivenFaces<T>& given, T* u,
                                           Stream stream) const
{
    if (open_modes_) {
        solve_with_shared_modes(f, given, u, stream);
        return;
    }
    const bool in_place = f == u;
    const runtime::Array kept =
        in_place && machine_->is_host() ? machine_->allocate(array_bytes()) : kept_f_;
    if (in_place) {
        machine_->copy(kept.data(), f, array_bytes(), stream);
        f = kept.as<T>();
    }
    solve_at_walls(f, given, u, stream);
    const auto work = machine_->is_host() ? open_->new_work() : open_work_;
    open_->take_charges(u, planes_, work, stream);
    const walls::GivenFaces<T> faces = open_->values_for(given, planes_, work, stream);
    T* const corrected = in_place ? kept.as<T>() : u;
    solver_.solve(walls_->without_walls(f, faces, corrected, points_, stream), u, stream);
}

template <typename T>
void WalledSolver<T>::solve_with_shared_modes(const T* f, const walls::GivenFaces<T>& given, T* u,
                                              Stream stream) const
{
    const MachineSolver& solver = *solver_.whole();
    T* const modes = kept_f_.as<T>();
    solver.find_modes(walls_->without_walls(f, given, u, points_, stream), u, modes, stream);
    open_modes_->take_charges(modes, open_work_.charges.template as<T>(), stream);
    open_->find_values(open_work_, stream);
    solver.solve_modes(open_modes_->faces_of(open_work_.values.template as<T>(), stream), u,
                       stream);
}

template <typename T>
void WalledSolver<T>::solve_with_share(const T* f, const walls::GivenFaces<T>& given, T* u,
                                       Stream stream) const
{
    const PlacedSolver& share_solver = share_solver_.get();
    const runtime::Array array =
        machine_->is_host() ? machine_->zeros_and_wait(array_bytes()) : share_;
    T* const share = array.as<T>();
    if (!machine_->is_host()) {
        machine_->clear(share, array_bytes(), stream);
    }
    walls_->correct(walls_->changing(given), given, share, stream);
    share_solver.solve<T>(share, share, stream);
    solver_.solve(f, u, stream);
    (*add_share_)({.share = share, .u = u}, points_, stream);
}

template class WalledSolver<float>;
template class WalledSolver<double>;

}  // namespace tobiuo::poisson
