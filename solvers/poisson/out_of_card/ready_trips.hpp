// The trips of chunks of planes to the device and back: compiled, with their memory.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/poisson/solver.hpp>
#include <tobiuo/watch.hpp>

#include "kernels/device/buffer.hpp"
#include "kernels/device/copy.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/memory/host_rows.hpp"
#include "kernels/memory/link_slots.hpp"
#include "kernels/tridiagonal/slab_solver.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "solvers/poisson/out_of_card/chunk_passes.hpp"
#include "solvers/poisson/out_of_card/division.hpp"
#include "solvers/poisson/out_of_card/padded_rows.hpp"
#include "solvers/poisson/out_of_card/trips.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

[[nodiscard]] inline SolveSchedule schedule_of(const Problem& problem, const Chunk& chunk)
{
    return chunk_schedule(problem, chunk.planes, fft::limits_of_current_device(),
                          fft::with_known_table({}));
}

/// Both trips of a problem in the precision T: compiled, with the slots on the device that is
/// current when it is made.
template <typename T>
class ReadyTrips {
public:
    ReadyTrips(const Problem& problem, const Division& division, const Watch& watch)
        : watch_{watch},
          plane_{plane_points(problem)},
          rows_{unknowns(problem, 2).count},
          order_{row_order_of(problem, 2)},
          trips_{rows_, division.planes, division.slots, order_.reversed},
          has_null_space_{has_null_space(problem)},
          chunk_{schedule_of(problem, trips_.chunks().front())},
          slots_{trips_.slots(), most_planes() * plane_ * value_bytes},
          few_{chunk_},
          solver_{order_.edges.first, order_.edges.last},
          inner_{device::uploaded(chunk_.inner, slots_.compute())},
          outer_{device::uploaded(chunk_.outer, slots_.compute())},
          columns_{static_cast<std::int64_t>(inner_.size() * outer_.size())},
          sums_{static_cast<std::size_t>(sums_of_a_column * columns_)},
          line_{static_cast<std::size_t>(rows_)},
          constant_{1},
          work_{padded_rows(), plane_ / rows_of_plane(), pitch(), slots_.compute()}
    {
        if (most_planes() > trips_.chunks().front().planes) {
            many_.emplace(schedule_of(problem, trips_.chunks().back()));
        }
        const double spacing = problem.grid.axes[2].spacing();
        diffusion_ = 1.0 / (spacing * spacing);
        device::clear(constant_, "clear the mean of a solve", slots_.compute());
        device::clear(line_, "clear the line of the zero mode", slots_.compute());
        device::synchronize(slots_.compute());
    }

    Solved solve_and_wait(const memory::HostSide& f, const memory::HostSide& u)
    {
        try {
            slots_.begin(trips_.loads(), watch_);
            make_trips(trips_, *this, f, u);
            slots_.finish_and_wait();
        } catch (...) {
            slots_.abandon();
            throw;
        }
        if (!has_null_space_) {
            return {};
        }
        const double removed = device::fetch_and_wait(constant_, slots_.compute()).front();
        return {.removed_mean = removed / chunk_.round_trip};
    }

    [[nodiscard]] std::size_t device_bytes() const
    {
        return static_cast<std::size_t>(slots_.device_bytes()) + work_.bytes() +
               (sums_.size() + line_.size() + inner_.size() + outer_.size() + 1) * sizeof(double);
    }
    [[nodiscard]] std::int64_t copied_bytes() const
    {
        return trips_.copied_planes() * plane_ * static_cast<std::int64_t>(sizeof(T));
    }
    [[nodiscard]] int passes() const { return memory_passes(chunk_, precision_of<T>); }
    [[nodiscard]] std::string describe() const
    {
        return "two trips of " + std::to_string(trips_.chunks().size()) + " chunks of " +
               std::to_string(most_planes()) + " planes, " + std::to_string(trips_.slots()) +
               " of them on the device at a time; " + poisson::describe(chunk_);
    }

    // The functions of a machine, see make_trips().

    void load(const Chunk& chunk, const memory::HostSide& from)
    {
        const memory::HostRows rows = rows_of(chunk);
        slots_.load({&rows, 1}, from, chunk.slot);
    }

    void rise(const Chunk& chunk) const
    {
        T* const values = values_of(chunk);
        passes(chunk).forward.enqueue({.in = values, .out = values, .work = work_.data()},
                                      slots_.compute());
        solver_.rise(systems(), sums(), slab(chunk), slots_.compute());
        work_.give(values, rows_of_plane() * chunk.planes, slots_.compute());
    }

    void turn()
    {
        slots_.finish_round();
        solver_.turn(systems(), sums(), slots_.compute());
    }

    void fall(const Chunk& chunk) const
    {
        T* const values = values_of(chunk);
        work_.take(values, rows_of_plane() * chunk.planes, slots_.compute());
        solver_.fall(systems(), sums(), slab(chunk), slots_.compute());
        passes(chunk).inverse.enqueue({.in = values, .out = values, .work = work_.data()},
                                      slots_.compute());
    }

    void store(const Chunk& chunk, const memory::HostSide& to)
    {
        const memory::HostRows rows = rows_of(chunk);
        slots_.store({&rows, 1}, chunk.slot, to);
    }

private:
    static constexpr std::int64_t value_bytes = sizeof(T);

    /// Chunks have as many planes as the last one, or one less.
    [[nodiscard]] std::int64_t most_planes() const { return trips_.chunks().back().planes; }

    /// The rows of a chunk where x has an odd number of unknowns.
    [[nodiscard]] std::int64_t padded_rows() const
    {
        return chunk_.forward.work_values > 0 ? rows_of_plane() * most_planes() : 0;
    }

    [[nodiscard]] const ChunkPasses<T>& passes(const Chunk& chunk) const
    {
        return chunk.planes == trips_.chunks().front().planes ? few_ : *many_;
    }
    [[nodiscard]] T* values_of(const Chunk& chunk) const
    {
        return reinterpret_cast<T*>(slots_.data(chunk.slot));
    }

    /// Where the planes of a chunk lie in an array.
    [[nodiscard]] memory::HostRows rows_of(const Chunk& chunk) const
    {
        const std::int64_t bytes = chunk.planes * plane_ * value_bytes;
        return {
            .offset = chunk.in_array * plane_ * value_bytes, .row_bytes = bytes, .pitch = bytes};
    }

    [[nodiscard]] std::int64_t pitch() const { return static_cast<std::int64_t>(inner_.size()); }
    [[nodiscard]] std::int64_t rows_of_plane() const
    {
        return static_cast<std::int64_t>(outer_.size());
    }

    [[nodiscard]] tridiagonal::SlabSystems systems() const
    {
        return {.inner = inner_.data(),
                .inner_count = pitch(),
                .outer = outer_.data(),
                .diffusion = diffusion_,
                .scale = 1.0 / chunk_.round_trip,
                .columns = columns_,
                .rows = rows_,
                .zero_mode = chunk_.recurrences->zero_mode};
    }

    [[nodiscard]] tridiagonal::SlabSums sums() const
    {
        double* const all = sums_.data();
        return {.forwards = all,
                .again = all + columns_,
                .first = all + 2 * columns_,
                .last = all + 3 * columns_,
                .line = line_.data(),
                .constant = has_null_space_ ? constant_.data() : nullptr};
    }

    [[nodiscard]] tridiagonal::Slab<T> slab(const Chunk& chunk) const
    {
        return tridiagonal::slab_of(work_.modes(values_of(chunk)), static_cast<long long>(columns_),
                                    chunk.planes, chunk.first, order_.reversed);
    }

    Watch watch_;
    std::int64_t plane_;  ///< points of a plane
    std::int64_t rows_;   ///< planes of all chunks
    RowOrder order_;
    Trips trips_;
    bool has_null_space_;
    SolveSchedule chunk_;
    memory::LinkSlots slots_;
    ChunkPasses<T> few_;
    std::optional<ChunkPasses<T>> many_;  ///< of chunks with one plane more, if there are any
    tridiagonal::SlabSolver<T> solver_;
    double diffusion_{};
    device::DeviceBuffer<double> inner_;
    device::DeviceBuffer<double> outer_;
    std::int64_t columns_;
    device::DeviceBuffer<double> sums_;
    device::DeviceBuffer<double> line_;
    device::DeviceBuffer<double> constant_;
    PaddedRows<T> work_;
};

}  // namespace tobiuo::poisson
