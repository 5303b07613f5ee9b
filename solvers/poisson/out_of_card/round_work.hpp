// SPDX-License-Identifier: BSD-3-Clause
// The work on the chunks of rounds: compiled, with the memory that it takes beside their slots.
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/precision.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/out_of_card/chunk_passes.hpp"
#include "solvers/poisson/out_of_card/padded_rows.hpp"
#include "solvers/poisson/out_of_card/solve_rounds.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/program/executor.hpp"

namespace tobiuo::poisson {

/// The work on the chunks of some rounds in the precision T, on the device that is current when it is
/// made. Chunks lie in slots as in host memory, without padding; each function enqueues.
template <typename T>
class RoundWork {
public:
    RoundWork(const Problem& problem, const SolveRounds& rounds, const fft::Choices& choices,
              cudaStream_t stream)
        : problem_{problem},
          part_{rounds.part},
          most_rows_{rounds.chunk_bytes / row_bytes()},
          outer_chunk_{rounds.outer.empty() ? SolveChunk{.is_middle = false, .count = 1}
                                            : rounds.outer.front()},
          outer_{schedule_of(outer_chunk_, choices)},
          middle_{rounds.middle.empty()
                      ? std::nullopt
                      : std::optional{schedule_of(rounds.middle.front(), choices)}},
          across_{eigenvalues_across(rounds.middle, choices, stream)},
          rows_{outer_.forward.work_values > 0 ? most_rows_ : 0, unknowns(problem, 0).count,
                2 * outer_.forward.work_values / rows_in(outer_chunk_), stream}
    {
        for (const SolveChunk& size : sizes_of(rounds.outer)) {
            passes_.try_emplace(size.count, schedule_of(size, choices));
        }
        for (const SolveChunk& size : sizes_of(rounds.middle)) {
            solves_.try_emplace(size.count, *machine_, solve_on_cuda(),
                                program_of(problem, schedule_of(size, choices)).without_work());
        }
        first_ = rounds.middle.empty() ? 0 : rounds.middle.front().count;
        device::synchronize(stream);
    }

    /// The transforms of a chunk of the first round.
    void forward(T* values, const SolveChunk& chunk, cudaStream_t stream) const
    {
        passes_.at(chunk.count)
            .forward.enqueue({.in = values, .out = values, .work = rows_.data()}, stream);
        rows_.give(values, rows_in(chunk), stream);
    }

    /// All between the transforms, of a chunk of the middle round.
    void solve_middle(T* values, const SolveChunk& chunk, cudaStream_t stream) const
    {
        const Executor& solve = solves_.at(chunk.count);
        const auto wide = static_cast<std::size_t>(
            bytes_per_value(eigenvalue_precision(*middle_, precision_of<T>)));
        const auto first = static_cast<std::size_t>(chunk.first - part_.middle.first);
        machine_->copy(solve.array(name_across()).data(), across_.as<std::byte>() + first * wide,
                       static_cast<std::size_t>(chunk.count) * wide, stream);
        rows_.take(values, rows_in(chunk), stream);
        solve.enqueue({.f = values, .u = values, .work = rows_.data()}, stream);
        rows_.give(values, rows_in(chunk), stream);
    }

    /// The inverse transforms of a chunk of the last round.
    void inverse(T* values, const SolveChunk& chunk, cudaStream_t stream) const
    {
        rows_.take(values, rows_in(chunk), stream);
        passes_.at(chunk.count)
            .inverse.enqueue({.in = values, .out = values, .work = rows_.data()}, stream);
    }

    /// The mean that the last solve has removed, if the first chunk of the middle has the mode without
    /// an eigenvalue, which is the very first one of all. Waits for it.
    [[nodiscard]] double removed_mean(cudaStream_t stream) const
    {
        return solves_.empty() ? 0.0 : solves_.at(first_).removed_mean_and_wait(stream);
    }

    [[nodiscard]] std::size_t bytes() const
    {
        std::size_t bytes = rows_.bytes() + across_.bytes();
        for (const auto& [count, solve] : solves_) {
            bytes += solve.bytes();
        }
        return bytes;
    }
    [[nodiscard]] int passes() const
    {
        return memory_passes(outer_, precision_of<T>) +
               (middle_ ? memory_passes(*middle_, precision_of<T>) : 0);
    }
    [[nodiscard]] std::vector<fft::Chosen> choices() const
    {
        std::vector<fft::Chosen> all = choices_in(outer_);
        if (middle_) {
            std::ranges::copy(choices_in(*middle_), std::back_inserter(all));
        }
        return all;
    }
    [[nodiscard]] std::string describe() const
    {
        return fft::describe(outer_.forward) + "; " +
               (middle_ ? poisson::describe(*middle_) : std::string{"no columns"}) + "; " +
               fft::describe(outer_.inverse);
    }

private:
    [[nodiscard]] std::int64_t row_bytes() const
    {
        return unknowns(problem_, 0).count * static_cast<std::int64_t>(sizeof(T));
    }

    [[nodiscard]] SolveSchedule schedule_of(const SolveChunk& chunk,
                                            const fft::Choices& choices) const
    {
        return make_chunk_schedule(problem_, chunk, part_.cuts, fft::limits_of_current_device(),
                                   choices);
    }

    /// The rows of x of a chunk.
    [[nodiscard]] std::int64_t rows_in(const SolveChunk& chunk) const
    {
        const int across = part_.cuts.of(chunk.is_middle);
        return chunk.count * unknowns(problem_, across == 2 ? 1 : 2).count;
    }

    /// The eigenvalues of the axis across which the middle round is cut.
    [[nodiscard]] ArrayName name_across() const
    {
        return stretched_axis(problem_) == 0 ? ArrayName::inner : ArrayName::outer;
    }

    /// The eigenvalues of name_across() of all chunks, one after the other.
    [[nodiscard]] runtime::Array eigenvalues_across(const std::vector<SolveChunk>& middle,
                                                    const fft::Choices& choices,
                                                    cudaStream_t stream) const
    {
        if (middle.empty()) {
            return {};
        }
        std::vector<double> all;
        for (const SolveChunk& chunk : middle) {
            const SolveSchedule schedule = schedule_of(chunk, choices);
            const auto& values =
                name_across() == ArrayName::inner ? schedule.inner : schedule.outer;
            all.insert(all.end(), values.begin(), values.begin() + chunk.count);
        }
        const ProgramArray wanted = array_in(eigenvalue_precision(*middle_, precision_of<T>), all);
        return machine_->copied_and_wait(wanted.values, stream);
    }

    std::unique_ptr<const runtime::Machine> machine_ = runtime::make_cuda_machine();
    Problem problem_;
    RoundsPart part_;
    std::int64_t most_rows_;  ///< of x, in a chunk
    SolveChunk outer_chunk_;
    SolveSchedule outer_;  ///< of this chunk
    std::optional<SolveSchedule> middle_;
    runtime::Array across_;
    PaddedRows<T> rows_;
    std::map<std::int64_t, ChunkPasses<T>> passes_;  ///< by the size of their chunks
    std::map<std::int64_t, Executor> solves_;        ///< by the size of their chunks
    std::int64_t first_ = 0;                         ///< the size of the first chunk of the middle
};

}  // namespace tobiuo::poisson
