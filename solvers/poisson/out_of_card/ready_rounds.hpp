// SPDX-License-Identifier: BSD-3-Clause
// The rounds of chunks to the device and back: compiled, with their memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <tobiuo/watch.hpp>

#include "kernels/fft/choose/choices.hpp"
#include "runtime/memory/host_rows.hpp"
#include "runtime/memory/link_slots.hpp"
#include "solvers/poisson/out_of_card/division.hpp"
#include "solvers/poisson/out_of_card/round_work.hpp"
#include "solvers/poisson/out_of_card/solve_rounds.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// Rounds in the precision T, over a whole array or over the arrays of one of several ranks, with the
/// slots on the device that is current when it is made.
template <typename T>
class ReadyRounds {
public:
    ReadyRounds(const Problem& problem, const RoundsDivision& division, const fft::Choices& choices,
                Watch watch)
        : watch_{std::move(watch)},
          problem_{problem},
          rounds_{division.rounds},
          slots_{rounds_.slots, rounds_.chunk_bytes},
          work_{problem, rounds_, choices, slots_.compute()}
    {
    }

    /// All rounds of a whole array; u is complete afterwards.
    void solve_and_wait(const memory::HostSide& f, const memory::HostSide& u)
    {
        guarded(rounds_.loads(), [&] { run_rounds(rounds_, *this, f, u); });
    }

    /// One round of a rank each; the result is complete afterwards.
    void forward_and_wait(const memory::HostSide& f, const memory::HostSide& u)
    {
        guarded(rounds_.outer.size(), [&] {
            run_round(rounds_.outer, *this, f, u, [&](const SolveChunk& one) { forward(one); });
        });
    }
    void solve_middle_and_wait(const memory::HostSide& columns)
    {
        guarded(rounds_.middle.size(), [&] {
            run_round(rounds_.middle, *this, columns, columns,
                      [&](const SolveChunk& one) { solve_middle(one); });
        });
    }
    void inverse_and_wait(const memory::HostSide& u)
    {
        guarded(rounds_.outer.size(), [&] {
            run_round(rounds_.outer, *this, u, u, [&](const SolveChunk& one) { inverse(one); });
        });
    }

    /// The mean that the last solve has removed, see RoundWork; waits for it.
    [[nodiscard]] double removed_mean() const { return work_.removed_mean(slots_.compute()); }

    [[nodiscard]] std::size_t device_bytes() const
    {
        return static_cast<std::size_t>(slots_.device_bytes()) + work_.bytes();
    }
    [[nodiscard]] std::int64_t copied_bytes() const
    {
        std::int64_t bytes = 0;
        for (const SolveChunk& chunk : rounds_.outer) {
            bytes += 2 * rows_of(problem_, rounds_.part, chunk).bytes();
        }
        for (const SolveChunk& chunk : rounds_.middle) {
            bytes += rows_of(problem_, rounds_.part, chunk).bytes();
        }
        return bytes;
    }
    [[nodiscard]] int passes() const { return work_.passes(); }
    [[nodiscard]] std::vector<fft::Chosen> choices() const { return work_.choices(); }
    [[nodiscard]] std::string describe() const
    {
        return poisson::describe(rounds_) + "; " + work_.describe();
    }

    // The functions of a machine, see run_rounds().

    void load(const SolveChunk& chunk, const memory::HostSide& from)
    {
        slot_ = next_slot_++ % slots_.count();
        const memory::HostRows rows = rows_of(problem_, rounds_.part, chunk);
        slots_.load({&rows, 1}, from, slot_);
    }
    void forward(const SolveChunk& chunk) const
    {
        work_.forward(values(), chunk, slots_.compute());
    }
    void solve_middle(const SolveChunk& chunk) const
    {
        work_.solve_middle(values(), chunk, slots_.compute());
    }
    void inverse(const SolveChunk& chunk) const
    {
        work_.inverse(values(), chunk, slots_.compute());
    }
    void store(const SolveChunk& chunk, const memory::HostSide& to)
    {
        const memory::HostRows rows = rows_of(problem_, rounds_.part, chunk);
        slots_.store({&rows, 1}, slot_, to);
    }
    void finish_round() { slots_.finish_round(); }

private:
    [[nodiscard]] T* values() const { return reinterpret_cast<T*>(slots_.data(slot_)); }

    /// Does some work with so many loads, and waits for it; after an error nothing is under way.
    template <typename Work>
    void guarded(std::size_t loads, const Work& work)
    {
        try {
            next_slot_ = 0;
            slots_.begin(loads, watch_);
            work();
            slots_.finish_and_wait();
        } catch (...) {
            slots_.abandon();
            throw;
        }
    }

    Watch watch_;
    Problem problem_;
    SolveRounds rounds_;
    memory::LinkSlots slots_;
    RoundWork<T> work_;
    int next_slot_ = 0;
    int slot_ = 0;  ///< where the chunk in hand is
};

}  // namespace tobiuo::poisson
