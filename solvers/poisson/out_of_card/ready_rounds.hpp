// The rounds of chunks to the device and back: compiled, with their memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <tobiuo/poisson/solver.hpp>
#include <tobiuo/watch.hpp>

#include "kernels/device/stream.hpp"
#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/memory/host_rows.hpp"
#include "kernels/memory/link_slots.hpp"
#include "kernels/precision.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/out_of_card/chunk_passes.hpp"
#include "solvers/poisson/out_of_card/division.hpp"
#include "solvers/poisson/out_of_card/padded_rows.hpp"
#include "solvers/poisson/out_of_card/solve_rounds.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/program/executor.hpp"

namespace tobiuo::poisson {

[[nodiscard]] inline SolveSchedule schedule_of(const Problem& problem, const SolveChunk& chunk,
                                               const fft::Choices& choices)
{
    return make_chunk_schedule(problem, chunk, fft::limits_of_current_device(), choices);
}

/// The number of passes over the array in memory, in all rounds.
[[nodiscard]] inline int passes_of(const Problem& problem, const SolveRounds& rounds,
                                   const fft::Choices& choices)
{
    return memory_passes(schedule_of(problem, rounds.outer.front(), choices), problem.precision) +
           memory_passes(schedule_of(problem, rounds.middle.front(), choices), problem.precision);
}

/// All rounds of a problem in the precision T: compiled, with the slots on the device that is
/// current when it is made.
template <typename T>
class ReadyRounds {
public:
    ReadyRounds(const Problem& problem, const RoundsDivision& division, const fft::Choices& choices,
                Watch watch)
        : watch_{std::move(watch)},
          problem_{problem},
          rounds_{division.rounds},
          slots_{rounds_.slots, rounds_.chunk_bytes},
          outer_{schedule_of(problem, rounds_.outer.front(), choices)},
          middle_{schedule_of(problem, rounds_.middle.front(), choices)},
          across_{eigenvalues_across(choices)},
          rows_{padded_rows(), unknowns(problem, 0).count, pitch(), slots_.compute()}
    {
        for (const SolveChunk& size : sizes_of(rounds_.outer)) {
            passes_.try_emplace(size.count, schedule_of(problem, size, choices));
        }
        for (const SolveChunk& size : sizes_of(rounds_.middle)) {
            solves_.try_emplace(
                size.count, *machine_, solve_on_cuda(),
                program_of(problem, schedule_of(problem, size, choices)).without_work());
        }
        device::synchronize(slots_.compute());
    }

    Solved solve_and_wait(const memory::HostSide& f, const memory::HostSide& u)
    {
        try {
            next_slot_ = 0;
            slots_.begin(rounds_.loads(), watch_);
            run_rounds(rounds_, *this, f, u);
            slots_.finish_and_wait();
        } catch (...) {
            slots_.abandon();
            throw;
        }
        // The mode without an eigenvalue is the very first one.
        const Executor& first = solves_.at(rounds_.middle.front().count);
        return {.removed_mean = first.removed_mean_and_wait(slots_.compute())};
    }

    [[nodiscard]] std::size_t device_bytes() const
    {
        std::size_t bytes =
            static_cast<std::size_t>(slots_.device_bytes()) + rows_.bytes() + across_.bytes();
        for (const auto& [count, solve] : solves_) {
            bytes += solve.bytes();
        }
        return bytes;
    }
    [[nodiscard]] std::int64_t copied_bytes() const
    {
        return 3 * points(problem_) * static_cast<std::int64_t>(sizeof(T));
    }
    [[nodiscard]] int passes() const
    {
        return memory_passes(outer_, precision_of<T>) + memory_passes(middle_, precision_of<T>);
    }
    [[nodiscard]] std::vector<fft::Chosen> choices() const
    {
        std::vector<fft::Chosen> all = choices_in(outer_);
        std::ranges::copy(choices_in(middle_), std::back_inserter(all));
        return all;
    }
    [[nodiscard]] std::string describe() const
    {
        return poisson::describe(problem_, rounds_) + "; " + fft::describe(outer_.forward) + "; " +
               poisson::describe(middle_) + "; " + fft::describe(outer_.inverse);
    }

    // The functions of a machine, see run_rounds().

    void load(const SolveChunk& chunk, const memory::HostSide& from)
    {
        slot_ = next_slot_++ % slots_.count();
        const memory::HostRows rows = rows_of(problem_, chunk);
        slots_.load({&rows, 1}, from, slot_);
    }

    void forward(const SolveChunk& chunk) const
    {
        passes_.at(chunk.count)
            .forward.enqueue({.in = values(), .out = values(), .work = rows_.data()},
                             slots_.compute());
        rows_.give(values(), rows_in(chunk), slots_.compute());
    }

    void solve_middle(const SolveChunk& chunk) const
    {
        const Executor& solve = solves_.at(chunk.count);
        const auto wide = static_cast<std::size_t>(
            bytes_per_value(eigenvalue_precision(middle_, precision_of<T>)));
        machine_->copy(solve.array(name_across()).data(),
                       across_.as<std::byte>() + static_cast<std::size_t>(chunk.first) * wide,
                       static_cast<std::size_t>(chunk.count) * wide, slots_.compute());
        rows_.take(values(), rows_in(chunk), slots_.compute());
        solve.enqueue({.f = values(), .u = values(), .work = rows_.data()}, slots_.compute());
        rows_.give(values(), rows_in(chunk), slots_.compute());
    }

    void inverse(const SolveChunk& chunk) const
    {
        rows_.take(values(), rows_in(chunk), slots_.compute());
        passes_.at(chunk.count)
            .inverse.enqueue({.in = values(), .out = values(), .work = rows_.data()},
                             slots_.compute());
    }

    void store(const SolveChunk& chunk, const memory::HostSide& to)
    {
        const memory::HostRows rows = rows_of(problem_, chunk);
        slots_.store({&rows, 1}, slot_, to);
    }

    void finish_round() { slots_.finish_round(); }

private:
    [[nodiscard]] T* values() const { return reinterpret_cast<T*>(slots_.data(slot_)); }

    /// The rows of x of a chunk.
    [[nodiscard]] std::int64_t rows_in(const SolveChunk& chunk) const
    {
        const int across = cut_axis(problem_, chunk.is_middle);
        return chunk.count * unknowns(problem_, across == 2 ? 1 : 2).count;
    }

    /// The rows of the largest chunk where x has an odd number of unknowns.
    [[nodiscard]] std::int64_t padded_rows() const
    {
        const std::int64_t row = unknowns(problem_, 0).count * static_cast<std::int64_t>(sizeof(T));
        return outer_.forward.work_values > 0 ? rounds_.chunk_bytes / row : 0;
    }
    /// The distance of two rows of x in reals, where they are padded.
    [[nodiscard]] std::int64_t pitch() const
    {
        return 2 * outer_.forward.work_values / rows_in(rounds_.outer.front());
    }

    /// The eigenvalues of the axis across which the middle round is cut.
    [[nodiscard]] ArrayName name_across() const
    {
        return stretched_axis(problem_) == 0 ? ArrayName::inner : ArrayName::outer;
    }

    /// Those of all chunks, one after the other.
    [[nodiscard]] runtime::Array eigenvalues_across(const fft::Choices& choices) const
    {
        std::vector<double> all;
        for (const SolveChunk& chunk : rounds_.middle) {
            const SolveSchedule part = schedule_of(problem_, chunk, choices);
            const auto& values = stretched_axis(problem_) == 0 ? part.inner : part.outer;
            all.insert(all.end(), values.begin(), values.begin() + chunk.count);
        }
        const ProgramArray wanted = array_in(eigenvalue_precision(middle_, precision_of<T>), all);
        runtime::Array array = machine_->allocate(wanted.bytes);
        machine_->write_and_wait(array.data(), wanted.values, slots_.compute());
        return array;
    }

    std::unique_ptr<const runtime::Machine> machine_ = runtime::make_cuda_machine();
    Watch watch_;
    Problem problem_;
    SolveRounds rounds_;
    memory::LinkSlots slots_;
    SolveSchedule outer_;
    SolveSchedule middle_;
    runtime::Array across_;
    PaddedRows<T> rows_;
    std::map<std::int64_t, ChunkPasses<T>> passes_;  ///< by the size of their chunks
    std::map<std::int64_t, Executor> solves_;        ///< by the size of their chunks
    int next_slot_ = 0;
    int slot_ = 0;  ///< where the chunk in hand is
};

}  // namespace tobiuo::poisson
