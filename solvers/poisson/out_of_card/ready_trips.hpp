// SPDX-License-Identifier: BSD-3-Clause
// The trips of chunks of planes to the device and back: compiled, with their memory.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tobiuo/watch.hpp>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "kernels/tridiagonal/slab/slab.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/memory/host_rows.hpp"
#include "runtime/memory/link_slots.hpp"
#include "solvers/poisson/out_of_card/chunk_passes.hpp"
#include "solvers/poisson/out_of_card/division.hpp"
#include "solvers/poisson/out_of_card/padded_rows.hpp"
#include "solvers/poisson/out_of_card/trips.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

[[nodiscard]] inline SolveSchedule schedule_of(const Problem& problem, const Chunk& chunk,
                                               const fft::Choices& choices)
{
    return chunk_schedule(problem, chunk.planes, fft::limits_of_current_device(), choices);
}

/// Both trips of the planes of a problem, or of those of one rank, in the precision T: compiled, with
/// the slots on the device that is current when it is made. `Columns` are the systems along z:
/// EqualColumns, UnequalColumns, or those of a rank.
template <typename T, typename Columns>
class ReadyTrips {
public:
    /// `make(schedule, stream)` makes the columns, with the schedule of a chunk.
    template <typename MakeColumns>
    ReadyTrips(const Problem& problem, const Trips& trips, const fft::Choices& choices, Watch watch,
               const MakeColumns& make)
        : watch_{std::move(watch)},
          plane_{plane_points(problem)},
          trips_{trips},
          chunk_{schedule_of(problem, trips_.chunks().front(), choices)},
          slots_{trips_.slots(), trips_.most_planes() * plane_ * value_bytes},
          few_{chunk_},
          columns_{make(chunk_, slots_.compute())},
          work_{padded_rows(), plane_ / rows_of_plane(), pitch(), slots_.compute()}
    {
        if (trips_.most_planes() > trips_.chunks().front().planes) {
            many_.emplace(schedule_of(problem, trips_.chunks().back(), choices));
        }
        device::synchronize(slots_.compute());
    }

    /// Both trips; u is complete afterwards.
    void solve_and_wait(const memory::HostSide& f, const memory::HostSide& u)
    {
        guarded([&] {
            begin_rising(f, u);
            finish_falling(u);
        });
    }

    /// The rising trip of a rank. All chunks have risen afterwards; some are still on the device.
    void rise_and_wait(const memory::HostSide& f, const memory::HostSide& u)
    {
        guarded([&] {
            begin_rising(f, u);
            columns_.tell(slots_.compute());
            device::synchronize(slots_.compute());
        });
    }
    /// Its falling trip, after the exchange of what the columns of ranks tell each other.
    void fall_and_wait(const memory::HostSide& u)
    {
        guarded([&] { finish_falling(u); });
    }

    [[nodiscard]] const Columns& columns() const { return columns_; }

    /// The mean that the last solve has removed; waits for it.
    [[nodiscard]] double removed_mean() const
    {
        return columns_.removed(slots_.compute()) / chunk_.round_trip;
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
               std::to_string(trips_.most_planes()) + " planes, " + std::to_string(trips_.slots()) +
               " of them on the device at a time; " + fft::describe(chunk_.forward) + "; " +
               std::string{Columns::name} + "; " + fft::describe(chunk_.inverse);
    }

    // The functions of a machine, see make_rising_trip().

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
        columns_.rise(slab(chunk), slots_.compute());
        work_.give(values, rows_of_plane() * chunk.planes, slots_.compute());
    }

    void fall(const Chunk& chunk) const
    {
        T* const values = values_of(chunk);
        work_.take(values, rows_of_plane() * chunk.planes, slots_.compute());
        columns_.fall(slab(chunk), slots_.compute());
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

    /// Does some work; after an error nothing of it is under way.
    template <typename Work>
    void guarded(const Work& work)
    {
        try {
            work();
        } catch (...) {
            slots_.abandon();
            throw;
        }
    }

    void begin_rising(const memory::HostSide& f, const memory::HostSide& u)
    {
        slots_.begin(trips_.loads(), watch_);
        make_rising_trip(trips_, *this, f, u);
        slots_.finish_round();
    }
    void finish_falling(const memory::HostSide& u)
    {
        columns_.turn(slots_.compute());
        make_falling_trip(trips_, *this, u);
        slots_.finish_and_wait();
    }

    /// The rows of a chunk where x has an odd number of unknowns.
    [[nodiscard]] std::int64_t padded_rows() const
    {
        return chunk_.forward.work_values > 0 ? rows_of_plane() * trips_.most_planes() : 0;
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
        return tridiagonal::slab_of(work_.modes(values_of(chunk)), pitch() * rows_of_plane(),
                                    chunk.planes, chunk.first, trips_.are_reversed());
    }

    Watch watch_;
    std::int64_t plane_;  ///< points of a plane
    Trips trips_;
    SolveSchedule chunk_;
    memory::LinkSlots slots_;
    ChunkPasses<T> few_;
    std::optional<ChunkPasses<T>> many_;  ///< of chunks with one plane more, if there are any
    Columns columns_;
    PaddedRows<T> work_;
};

}  // namespace tobiuo::poisson
