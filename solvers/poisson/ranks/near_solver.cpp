// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/ranks/near_solver.hpp"

#include <algorithm>

#include <tobiuo/communicator.hpp>
#include <tobiuo/poisson/distributed_solver.hpp>

#include "solvers/poisson/planes.hpp"
#include "solvers/poisson/ranks/rank_solver.hpp"

namespace tobiuo::poisson {
namespace {

/// The most planes, as a part of all, that are faster solved by themselves: their lines rise and fall,
/// which costs a device another pass, and the host (64^3 cells on two threads) as much as 2.5 times the
/// planes of a solve of the box.
constexpr double most_on_host = 0.34;
constexpr double most_on_device = 0.6;

}  // namespace

std::int64_t near_solver_bytes(const Problem& problem)
{
    // The numbers of a column: sums, and what three ranks tell, see JoinedArrays; along a stretched z
    // also passages of three ranks and, at most, of every 16th row.
    const std::int64_t numbers =
        12 + (problem.grid.axes[2].stretched() ? 6 + unknowns(problem, 2).count / 16 : 0);
    const bool has_padded_rows = unknowns(problem, 0).count % 2 != 0;
    return numbers * blocks_of(problem).values * static_cast<std::int64_t>(sizeof(double)) +
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
      first_value_{planes.first * blocks_of(problem).values},
      bytes_of_planes_{static_cast<std::size_t>(planes.count * blocks_of(problem).values) *
                       sizeof(T)},
      steps_{steps_in_place<T>(problem, rows_, *machine_, threads)}
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
