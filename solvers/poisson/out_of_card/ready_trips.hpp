// The trips of chunks of planes to the device and back: compiled, with their memory.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/poisson/solver.hpp>

#include "kernels/device/buffer.hpp"
#include "kernels/device/copy.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/compiled_passes.hpp"
#include "kernels/tridiagonal/slab_solver.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "solvers/poisson/out_of_card/division.hpp"
#include "solvers/poisson/out_of_card/trips.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

[[nodiscard]] inline SolveSchedule schedule_of(const Problem& problem, const Chunk& chunk)
{
    return chunk_schedule(problem, chunk.planes, fft::limits_of_current_device(),
                          fft::with_known_table({}));
}

/// The passes along x and y of chunks of one number of planes.
template <typename T>
struct ChunkPasses {
    explicit ChunkPasses(const SolveSchedule& chunk)
        : forward{chunk.forward}, inverse{chunk.inverse}
    {
    }

    fft::CompiledPasses<T> forward;
    fft::CompiledPasses<T> inverse;
};

/// A slot of device memory and what has happened to its chunk.
template <typename T>
struct Slot {
    explicit Slot(std::int64_t points) : values{static_cast<std::size_t>(points)} {}

    device::DeviceBuffer<T> values;
    device::Event loaded = device::make_event();
    device::Event computed = device::make_event();
    device::Event stored = device::make_event();
};

/// Both trips of a problem in the precision T: compiled, with the slots on the device that is
/// current when it is made.
template <typename T>
class ReadyTrips {
public:
    ReadyTrips(const Problem& problem, const Division& division)
        : plane_{plane_points(problem)},
          rows_{unknowns(problem, 2).count},
          order_{row_order_of(problem, 2)},
          trips_{rows_, division.planes, division.slots, order_.reversed},
          has_null_space_{has_null_space(problem)},
          chunk_{schedule_of(problem, trips_.chunks().front())},
          few_{chunk_},
          solver_{order_.edges.first, order_.edges.last},
          inner_{device::uploaded(chunk_.inner, streams_.compute.get())},
          outer_{device::uploaded(chunk_.outer, streams_.compute.get())},
          columns_{static_cast<std::int64_t>(inner_.size() * outer_.size())},
          sums_{static_cast<std::size_t>(sums_of_a_column * columns_)},
          line_{static_cast<std::size_t>(rows_)},
          constant_{1},
          work_{work_values()}
    {
        if (most_planes() > trips_.chunks().front().planes) {
            many_.emplace(schedule_of(problem, trips_.chunks().back()));
        }
        const double spacing = problem.grid.axes[2].spacing();
        diffusion_ = 1.0 / (spacing * spacing);
        device::clear(constant_, "clear the mean of a solve", streams_.compute.get());
        device::clear(line_, "clear the line of the zero mode", streams_.compute.get());
        if (work_.size() > 0) {
            device::clear(work_, "clear the rows of a solve", streams_.compute.get());
        }
        for (int slot = 0; slot < trips_.slots(); ++slot) {
            slots_.emplace_back(plane_ * most_planes());
        }
        device::synchronize(streams_.compute.get());
    }

    Solved solve_and_wait(const T* f, T* u) const
    {
        try {
            make_trips(trips_, *this, f, u);
            device::synchronize(streams_.out.get());
        } catch (...) {
            streams_.finish();
            throw;
        }
        if (!has_null_space_) {
            return {};
        }
        const double removed = device::fetch_and_wait(constant_, streams_.compute.get()).front();
        return {.removed_mean = removed / chunk_.round_trip};
    }

    [[nodiscard]] std::size_t device_bytes() const
    {
        return (slots_.size() * slots_.front().values.size() + work_.size()) * sizeof(T) +
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

    // The functions of a machine, see make_trips(), enqueue on one stream for each direction of the
    // link, and on one for the work.

    void free(const Chunk& chunk) const
    {
        device::wait_for(slot_of(chunk).stored, streams_.in.get());
    }

    void load(const Chunk& chunk, const T* from) const
    {
        const Slot<T>& slot = slot_of(chunk);
        device::copy_to_device<T>(slot.values.data(), {from + offset(chunk), points(chunk)},
                                  streams_.in.get());
        device::record(slot.loaded, streams_.in.get());
        device::wait_for(slot.loaded, streams_.compute.get());
    }

    void rise(const Chunk& chunk) const
    {
        T* const values = slot_of(chunk).values.data();
        passes(chunk).forward.enqueue({.in = values, .out = values, .work = work_.data()},
                                      streams_.compute.get());
        solver_.rise(systems(), sums(), slab(chunk), streams_.compute.get());
        if (work_.size() > 0) {
            copy_rows(chunk, values, row_points(), work_.data(), pitch());
        }
    }

    void turn() const { solver_.turn(systems(), sums(), streams_.compute.get()); }

    void fall(const Chunk& chunk) const
    {
        T* const values = slot_of(chunk).values.data();
        if (work_.size() > 0) {
            copy_rows(chunk, work_.data(), pitch(), values, row_points());
        }
        solver_.fall(systems(), sums(), slab(chunk), streams_.compute.get());
        passes(chunk).inverse.enqueue({.in = values, .out = values, .work = work_.data()},
                                      streams_.compute.get());
    }

    void store(const Chunk& chunk, T* to) const
    {
        const Slot<T>& slot = slot_of(chunk);
        device::record(slot.computed, streams_.compute.get());
        device::wait_for(slot.computed, streams_.out.get());
        device::copy_to_host<T>({to + offset(chunk), points(chunk)}, slot.values.data(),
                                streams_.out.get());
        device::record(slot.stored, streams_.out.get());
    }

private:
    /// Chunks have as many planes as the last one, or one less.
    [[nodiscard]] std::int64_t most_planes() const { return trips_.chunks().back().planes; }

    /// The reals of the work array of a chunk where x has an odd number of unknowns.
    [[nodiscard]] std::size_t work_values() const
    {
        const auto most = static_cast<std::size_t>(most_planes());
        return chunk_.forward.work_values > 0 ? inner_.size() * outer_.size() * most : 0;
    }

    [[nodiscard]] const ChunkPasses<T>& passes(const Chunk& chunk) const
    {
        return chunk.planes == trips_.chunks().front().planes ? few_ : *many_;
    }
    [[nodiscard]] const Slot<T>& slot_of(const Chunk& chunk) const
    {
        return slots_[static_cast<std::size_t>(chunk.slot)];
    }

    [[nodiscard]] std::int64_t offset(const Chunk& chunk) const { return plane_ * chunk.in_array; }
    [[nodiscard]] std::size_t points(const Chunk& chunk) const
    {
        return static_cast<std::size_t>(plane_ * chunk.planes);
    }

    /// The array of a chunk's modes: the work array, or the slot.
    [[nodiscard]] T* modes(const Chunk& chunk) const
    {
        return work_.size() > 0 ? work_.data() : slot_of(chunk).values.data();
    }

    [[nodiscard]] std::int64_t pitch() const { return static_cast<std::int64_t>(inner_.size()); }
    [[nodiscard]] std::int64_t row_points() const
    {
        return plane_ / static_cast<std::int64_t>(outer_.size());
    }

    /// Enqueues a copy of all rows of a chunk between arrays of different pitches.
    void copy_rows(const Chunk& chunk, T* to, std::int64_t to_pitch, const T* from,
                   std::int64_t from_pitch) const
    {
        const auto bytes = [](std::int64_t values) {
            return static_cast<std::size_t>(values) * sizeof(T);
        };
        device::check(
            cudaMemcpy2DAsync(to, bytes(to_pitch), from, bytes(from_pitch), bytes(row_points()),
                              outer_.size() * static_cast<std::size_t>(chunk.planes),
                              cudaMemcpyDeviceToDevice, streams_.compute.get()),
            "copy the rows of a chunk");
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
        return tridiagonal::slab_of(modes(chunk), static_cast<long long>(columns_), chunk.planes,
                                    chunk.first, order_.reversed);
    }

    std::int64_t plane_;  ///< points of a plane
    std::int64_t rows_;   ///< planes of all chunks
    RowOrder order_;
    Trips trips_;
    bool has_null_space_;
    SolveSchedule chunk_;
    device::LinkStreams streams_;
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
    device::DeviceBuffer<T> work_;
    std::vector<Slot<T>> slots_;
};

}  // namespace tobiuo::poisson
