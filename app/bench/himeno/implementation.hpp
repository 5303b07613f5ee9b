// A kernel in a benchmark: its plan, and how long its sweeps take.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/median.hpp"
#include "kernels/stencil/sweep.hpp"

namespace tobiuo {

/// One kernel at one size: its plan, and the seconds per sweep of each repetition.
struct Implementation {
    const stencil::SweepKind* kind;
    std::unique_ptr<stencil::SweepPlan> plan;
    std::int64_t sweeps{};  ///< of one repetition
    double gosa{};
    std::vector<double> seconds_per_sweep;

    /// Seconds of one sweep of `count`.
    double time(std::int64_t count)
    {
        std::vector<double> sums(static_cast<std::size_t>(count));
        const auto start = std::chrono::steady_clock::now();
        plan->sweep_and_wait(sums);
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        gosa = sums.back();
        return seconds.count() / static_cast<double>(count);
    }

    /// Warms up, and chooses `sweeps` so that a repetition lasts about `seconds`.
    void prepare(double seconds)
    {
        static_cast<void>(time(3));
        sweeps = std::max<std::int64_t>(1, static_cast<std::int64_t>(seconds / time(3)));
    }
};

}  // namespace tobiuo
