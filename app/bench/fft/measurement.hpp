// How transforms are timed: warm, in alternation, each repetition on fresh data.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/bench/fft/testbed.hpp"

namespace tobiuo::fft_bench {

/// A plan with what was measured of it.
struct Implementation {
    std::string library;  ///< "ours", "cufft", "vkfft", "fftw"
    std::unique_ptr<Transform> transform;
    double planning_seconds{};
    int executions = 1;           ///< of one repetition
    std::vector<double> seconds;  ///< of one execution, a value for each repetition
};

/// Their plans, with the time of making them. A library that makes none is left out: `declined` is
/// told its name and the reason, a clause.
[[nodiscard]] std::vector<Implementation> plan_all(
    Testbed& testbed, const std::vector<std::string>& libraries,
    const std::function<void(const std::string& library, const char* reason)>& declined);

/// Executions behind each other that take 200 microseconds, which events measure to a percent, but
/// at most 8: without scaling, a transform of N points makes its data sqrt(N) times as large, and
/// the numbers shall stay finite.
[[nodiscard]] int executions_for(double seconds_of_one);

/// Warms up and chooses `executions`.
void prepare(Implementation& one, Testbed& testbed);

/// `repetitions` of every implementation in turn, each round from the next of them on; after a
/// `stop`, those so far.
void measure(std::vector<Implementation>& all, Testbed& testbed, int repetitions,
             const std::function<bool()>& stop);

}  // namespace tobiuo::fft_bench
