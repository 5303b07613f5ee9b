// SPDX-License-Identifier: BSD-3-Clause
// A solve in rounds on the host: chunks are copied as the link copies them, and each is worked on
// through the kernels' own code.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "runtime/memory/host_rows.hpp"
#include "tests/solvers/poisson/device/solve_twin/rounds_cases.hpp"
#include "tests/solvers/poisson/device/solve_twin/solve_twin.hpp"

namespace tobiuo::test {

enum class RoundPart { forward, middle, inverse };

template <typename T>
class RoundsTwin {
public:
    explicit RoundsTwin(RoundsCase one)
        : one_{std::move(one)},
          f_{random_values<T>(one_.problem, 7)},
          u_(f_.size(), std::numeric_limits<T>::quiet_NaN())
    {
    }

    /// Runs all rounds; run_passes(twin, part, count) runs those of a part of a chunk of `count`
    /// points.
    template <typename RunPasses>
    void run(const RunPasses& run_passes)
    {
        Machine<RunPasses> machine{*this, run_passes};
        poisson::run_rounds(one_.rounds(), machine, f_.data(), u_.data());
    }

    void expect_agreement() const
    {
        expect_solution_of_host<T>(one_.problem, f_, u_, removed_mean_,
                                   poisson::stretched_axis(one_.problem).has_value());
    }

private:
    [[nodiscard]] memory::HostRows rows_of(const poisson::SolveChunk& chunk) const
    {
        return poisson::rows_of(one_.problem, poisson::whole_array(one_.problem), chunk);
    }

    /// A machine of poisson::run_rounds() that works at once.
    template <typename RunPasses>
    class Machine {
    public:
        Machine(RoundsTwin& twin, const RunPasses& run_passes)
            : twin_{twin}, run_passes_{run_passes}
        {
        }

        void load(const poisson::SolveChunk& chunk, const T* from)
        {
            const memory::HostRows rows = twin_.rows_of(chunk);
            values_.resize(static_cast<std::size_t>(rows.bytes()) / sizeof(T));
            memory::gather({&rows, 1}, reinterpret_cast<const std::byte*>(from),
                           reinterpret_cast<std::byte*>(values_.data()));
        }
        void store(const poisson::SolveChunk& chunk, T* to) const
        {
            const memory::HostRows rows = twin_.rows_of(chunk);
            memory::scatter({&rows, 1}, reinterpret_cast<const std::byte*>(values_.data()),
                            reinterpret_cast<std::byte*>(to));
        }
        void forward(const poisson::SolveChunk& chunk) { work(RoundPart::forward, chunk); }
        void solve_middle(const poisson::SolveChunk& chunk) { work(RoundPart::middle, chunk); }
        void inverse(const poisson::SolveChunk& chunk) { work(RoundPart::inverse, chunk); }
        void finish_round() const {}

    private:
        void work(RoundPart part, const poisson::SolveChunk& chunk)
        {
            const poisson::SolveSchedule solve = twin_.one_.schedule(chunk);
            const double round_trip = solve.round_trip;
            SolveTwin<T> twin{twin_.one_.problem, solve, values_};
            if (part != RoundPart::forward) {
                twin.take_modes(values_);
            }
            run_passes_(twin, part, chunk.count);
            values_ = part == RoundPart::inverse ? twin.solution() : twin.modes();
            if (part == RoundPart::middle) {
                twin_.removed_mean_ += twin.constant() / round_trip;
            }
        }

        RoundsTwin& twin_;
        const RunPasses& run_passes_;
        std::vector<T> values_;
    };

    RoundsCase one_;
    std::vector<T> f_;
    std::vector<T> u_;
    double removed_mean_ = 0.0;
};

}  // namespace tobiuo::test
