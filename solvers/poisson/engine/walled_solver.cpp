#include "solvers/poisson/engine/walled_solver.hpp"

#include <algorithm>
#include <span>

#include "kernels/threads.hpp"
#include "solvers/poisson/walls/wall_box.hpp"

namespace tobiuo::poisson {
namespace {

/// The machine whose memory f and u are in.
std::unique_ptr<const runtime::Machine> machine_of_arrays(Backend backend, int threads,
                                                          std::int64_t points)
{
    return backend == Backend::cuda
               ? runtime::make_cuda_machine()
               : runtime::make_host_machine(threads > 0 ? threads : threads_for(points, 1.0));
}

}  // namespace

template <typename T>
WalledSolver<T>::WalledSolver(const Problem& problem, Backend backend, const SolverOptions& options)
    : points_{points(problem)},
      is_spectral_{problem.op == Operator::spectral},
      solver_{problem, backend, {.threads = options.threads}},
      share_solver_{problem, options,
                    [&](const Problem& other) {
                        return MachineSolver{other, backend, {.threads = options.threads}};
                    }},
      machine_{machine_of_arrays(backend, options.threads, points_)}
{
    if (has_walls(problem) && (!is_spectral_ || share_solver_)) {
        walls_.emplace(wall_box_of(problem_at_walls(problem)), *machine_);
    }
    if (share_solver_) {
        add_share_.emplace(*machine_);
        if (!machine_->is_host()) {
            share_ = machine_->allocate(array_bytes());
        }
        if (solver_.machine().is_host()) {
            had_share_by_thread_ = std::make_unique<ByThread<bool>>();
        }
    }
    if (machine_->is_host() && !solver_.machine().is_host()) {
        copied_ = solver_.machine().allocate(array_bytes());
    }
}

template <typename T>
void WalledSolver<T>::solve(const T* f, const walls::GivenFaces<T>& given, T* u,
                            Stream stream) const
{
    const bool with_share = is_spectral_ && !given.all_zero();
    if (with_share) {
        solve_with_share(f, given, u, stream);
    } else {
        const bool corrects = walls_ && !is_spectral_;
        run(solver_, corrects ? walls_->without_walls(f, given, u, points_, stream) : f, u, stream);
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
std::size_t WalledSolver<T>::workspace_bytes() const
{
    const std::size_t own = solver_.workspace_bytes();
    const std::size_t of_walls = (walls_ ? walls_->bytes() : 0) + copied_.bytes();
    if (!share_solver_) {
        return own + of_walls;
    }
    // The calls on the CPU take their memory one after the other.
    const std::size_t shares = share_solver_.get().workspace_bytes();
    return (solver_.machine().is_host() ? std::max(own, shares) : own + shares) + of_walls +
           array_bytes();
}

template <typename T>
void WalledSolver<T>::run(const MachineSolver& solver, const T* f, T* u, Stream stream) const
{
    if (copied_.data() == nullptr) {
        solver.solve(f, u, stream);
        return;
    }
    const auto count = static_cast<std::size_t>(points_);
    solver.machine().write_and_wait(copied_.data(), std::as_bytes(std::span{f, count}), stream);
    solver.solve(static_cast<const void*>(copied_.data()), copied_.data(), stream);
    solver.machine().read_and_wait(std::as_writable_bytes(std::span{u, count}), copied_.data(),
                                   stream);
}

template <typename T>
void WalledSolver<T>::solve_with_share(const T* f, const walls::GivenFaces<T>& given, T* u,
                                       Stream stream) const
{
    const MachineSolver& share_solver = share_solver_.get();
    const runtime::Array array =
        machine_->is_host() ? machine_->zeros_and_wait(array_bytes()) : share_;
    T* const share = array.as<T>();
    if (!machine_->is_host()) {
        machine_->clear(share, array_bytes(), stream);
    }
    walls_->correct(walls_->changing(given), given, share, stream);
    run(share_solver, share, share, stream);
    run(solver_, f, u, stream);
    (*add_share_)({.share = share, .u = u}, points_, stream);
}

template class WalledSolver<float>;
template class WalledSolver<double>;

}  // namespace tobiuo::poisson
