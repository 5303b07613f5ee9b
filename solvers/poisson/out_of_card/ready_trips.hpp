// The trips of chunks of planes to the device and back: compiled, with their memory.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tobiuo/poisson/solver.hpp>
#include <tobiuo/watch.hpp>

#include "kernels/device/stream.hpp"
#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "kernels/memory/host_rows.hpp"
#include "kernels/memory/link_slots.hpp"
#include "kernels/tridiagonal/slab/slab.hpp"
#include "solvers/poisson/out_of_card/chunk_passes.hpp"
#include "solvers/poisson/out_of_card/division.hpp"
#include "solvers/poisson/out_of_card/padded_rows.hpp"
#include "solvers/poisson/out_of_card/ready_columns.hpp"
#include "solvers/poisson/out_of_card/trips.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

[[nodiscard]] inline SolveSchedule schedule_of(const Problem& problem, const Chunk& chunk,
                                               const fft::Choices& choices)
{
    return chunk_schedule(problem, chunk.planes, fft::limits_of_current_device(), choices);
}

/// Both trips of a problem in the precision T: compiled, with the slots on the device that is
/// current when it is made. The systems along z are EqualColumns or UnequalColumns.
template <typename T, template <typename> class ColumnsOf>
class ReadyTrips {
public:
    ReadyTrips(const Problem& problem, const Division& division, const fft::Choices& choices,
               Watch watch)
        : watch_{std::move(watch)},
          plane_{plane_points(problem)},
          reversed_{ColumnsOf<T>::reversed(problem)},
          trips_{unknowns(problem, 2).count, division.planes, division.slots, reversed_},
          has_null_space_{has_null_space(problem)},
          chunk_{schedule_of(problem, trips_.chunks().front(), choices)},
          slots_{trips_.slots(), most_planes() * plane_ * value_bytes},
          few_{chunk_},
          columns_{problem, division, chunk_, slots_.compute()},
          work_{padded_rows(), plane_ / rows_of_plane(), pitch(), slots_.compute()}
    {
        if (most_planes() > trips_.chunks().front().planes) {
            many_.emplace(schedule_of(problem, trips_.chunks().back(), choices));
        }
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
        return {.removed_mean = columns_.removed_mean(slots_.compute()) / chunk_.round_trip};
    }

    [[nodiscard]] std::size_t device_bytes() const
    {
        return static_cast<std::size_t>(slots_.device_bytes()) + work_.bytes() + columns_.bytes();
    }
    [[nodiscard]] std::int64_t copied_bytes() const
    {
        return trips_.copied_planes() * plane_ * static_cast<std::int64_t>(sizeof(T));
    }
    [[nodiscard]] int passes() const { return trips_passes(chunk_); }
    [[nodiscard]] std::vector<fft::Chosen> choices() const { return choices_in(chunk_); }
    [[nodiscard]] std::string describe() const
    {
        return "two trips of " + std::to_string(trips_.chunks().size()) + " chunks of " +
               std::to_string(most_planes()) + " planes, " + std::to_string(trips_.slots()) +
               " of them on the device at a time; " + fft::describe(chunk_.forward) + "; " +
               std::string{ColumnsOf<T>::name} + "; " + fft::describe(chunk_.inverse);
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
        columns_.solver().rise(columns_.systems(), columns_.sums(), slab(chunk), slots_.compute());
        work_.give(values, rows_of_plane() * chunk.planes, slots_.compute());
    }

    void turn()
    {
        slots_.finish_round();
        columns_.solver().turn(columns_.systems(), columns_.sums(), slots_.compute());
    }

    void fall(const Chunk& chunk) const
    {
        T* const values = values_of(chunk);
        work_.take(values, rows_of_plane() * chunk.planes, slots_.compute());
        columns_.solver().fall(columns_.systems(), columns_.sums(), slab(chunk), slots_.compute());
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

    [[nodiscard]] std::int64_t pitch() const
    {
        return static_cast<std::int64_t>(chunk_.inner.size());
    }
    [[nodiscard]] std::int64_t rows_of_plane() const
    {
        return static_cast<std::int64_t>(chunk_.outer.size());
    }

    [[nodiscard]] tridiagonal::Slab<T> slab(const Chunk& chunk) const
    {
        return tridiagonal::slab_of(work_.modes(values_of(chunk)), columns_.count(), chunk.planes,
                                    chunk.first, reversed_);
    }

    Watch watch_;
    std::int64_t plane_;  ///< points of a plane
    bool reversed_;       ///< rows are numbered from the last plane on
    Trips trips_;
    bool has_null_space_;
    SolveSchedule chunk_;
    memory::LinkSlots slots_;
    ChunkPasses<T> few_;
    std::optional<ChunkPasses<T>> many_;  ///< of chunks with one plane more, if there are any
    ColumnsOf<T> columns_;
    PaddedRows<T> work_;
};

}  // namespace tobiuo::poisson
