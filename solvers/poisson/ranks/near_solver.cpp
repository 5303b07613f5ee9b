#include "solvers/poisson/ranks/near_solver.hpp"

#include <algorithm>

#include <tobiuo/communicator.hpp>
#include <tobiuo/poisson/distributed_solver.hpp>

#include "runtime/threads.hpp"
#include "solvers/poisson/ranks/device_ranks.hpp"
#include "solvers/poisson/ranks/rank_solver.hpp"

namespace tobiuo::poisson {
namespace {

std::int64_t plane_values(const Problem& problem)
{
    return points(problem) / unknowns(problem, 2).count;
}

/// The most planes, as a part of all, that are faster solved by themselves: their lines rise and fall,
/// which costs a device another pass, and the host (64^3 cells on two threads) as much as 2.5 times the
/// planes of a solve of the box.
constexpr double most_on_host = 0.34;
constexpr double most_on_device = 0.6;

template <typename T>
RankSteps<T> steps_of(const Problem& problem, const RankRows& rows, const runtime::Machine& machine,
                      int threads)
{
    if (!machine.is_host()) {
        return device_ranks<T>().steps(problem, rows, machine, {});
    }
    constexpr double nanoseconds = 3.0;  // time of a pass for one point
    return host_steps<T>(problem, rows, machine,
                         threads > 0
                             ? threads
                             : threads_for(plane_values(problem) * rows.planes.count, nanoseconds));
}

}  // namespace

std::int64_t near_solver_bytes(const Problem& problem)
{
    constexpr std::int64_t numbers =
        12;  // of a column: sums, and what three ranks tell, see JoinedArrays
    const bool has_padded_rows = unknowns(problem, 0).count % 2 != 0;
    return numbers * plane_values(problem) * static_cast<std::int64_t>(sizeof(double)) +
           (has_padded_rows
                ? static_cast<std::int64_t>(most_on_device * static_cast<double>(points(problem))) *
                      bytes_per_value(problem.precision)
                : 0);
}

template <typename T>
std::unique_ptr<const NearSolver<T>> NearSolver<T>::made(const Problem& problem, Backend backend,
                                                         const ranks::Slice& planes, int threads)
{
    const auto all = static_cast<double>(unknowns(problem, 2).count);
    if (backend == Backend::opencl || planes.count <= 0 ||
        static_cast<double>(planes.count) >
            (backend == Backend::cpu ? most_on_host : most_on_device) * all ||
        !solves_by_slabs(problem) || distributed_unsupported_reason(problem, backend)) {
        return nullptr;
    }
    return std::unique_ptr<const NearSolver>{new NearSolver{problem, backend, planes, threads}};
}

template <typename T>
NearSolver<T>::NearSolver(const Problem& problem, Backend backend, const ranks::Slice& planes,
                          int threads)
    : machine_{runtime::make_machine(backend, threads)},
      rows_{problem, planes},
      first_value_{planes.first * plane_values(problem)},
      bytes_of_planes_{static_cast<std::size_t>(planes.count * plane_values(problem)) * sizeof(T)},
      steps_{steps_of<T>(problem, rows_, *machine_, threads)}
{
}

template <typename T>
void NearSolver<T>::solve(T* values, Stream stream) const
{
    T* const planes = values + first_value_;
    steps_.begin(planes, planes, stream);
    const int mine = rows_.rank_of(rows_.mine);
    auto send = steps_.messages.sends.begin();
    for (const Incoming& message : steps_.messages.receives) {
        if (message.from != mine) {
            machine_->clear(message.data, message.bytes, stream);
            continue;
        }
        send = std::ranges::find(send, steps_.messages.sends.end(), mine, &Outgoing::to);
        machine_->copy(message.data, send->data, message.bytes, stream);
        ++send;
    }
    steps_.end(planes, stream);
}

template <typename T>
void NearSolver<T>::clear(T* values, Stream stream) const
{
    machine_->clear(values + first_value_, bytes_of_planes_, stream);
}

template class NearSolver<float>;
template class NearSolver<double>;

}  // namespace tobiuo::poisson
