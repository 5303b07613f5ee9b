// The timing of implementations: warm, by turns, each repetition on fresh data.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/bench/testbed.hpp"

namespace tobiuo::bench {

/// A planned implementation of a problem, with its measurements.
struct Implementation {
    std::string name;  ///< "ours", "cufft"; for sweeps the name of the kernel
    /// The seconds of `executions` executions in sequence, for whose end the call waits.
    std::function<double(std::int64_t executions)> time_and_wait;
    std::string plan;                                  ///< in the library's words
    std::function<Bytes()> output_and_wait = {};       ///< the output of one execution
    std::optional<std::int64_t> workspace_bytes = {};  ///< if the library reports it
    std::string version = {};                          ///< version of the library; empty for ours
    std::shared_ptr<const double> gosa = {};           ///< gosa of the last sweep, for sweeps
    double planning_seconds{};
    std::int64_t executions = 1;       ///< executions of one repetition
    std::vector<double> seconds = {};  ///< seconds of one execution, for each repetition
};

/// The median, the least and the greatest time of at least one repetition.
struct Times {
    double median{};
    double least{};
    double most{};
};
[[nodiscard]] Times times_of(const std::vector<double>& seconds);

/// The length and the number of repetitions.
struct Pace {
    int repetitions = 9;
    /// The least time of a repetition that events measure to about a percent.
    double seconds = 200e-6;
    /// The most executions in sequence: an unscaled transform of N points makes its data sqrt(N)
    /// times as large, and values must stay finite.
    std::int64_t most_executions = 8;
    std::int64_t trial = 1;  ///< executions of each trial before the first repetition
};

/// Makes the plans of a testbed and measures the time of making them. An implementation without a
/// plan is left out with a warning that names `problem` and the reason. `testbed` must outlive the
/// result.
[[nodiscard]] std::vector<Implementation> plan_all(const Testbed& testbed,
                                                   const std::vector<std::string>& names,
                                                   const std::string& problem);

/// The number of executions that take pace.seconds, at most pace.most_executions.
[[nodiscard]] std::int64_t executions_for(double seconds_of_one, const Pace& pace);

/// Warms up and chooses `executions`.
void prepare(Implementation& one, const Pace& pace);

/// Measures repetitions of all implementations by turns. Each round starts with the next
/// implementation, after a call of `before_round`. After a `stop`, the repetitions so far remain.
void measure(std::vector<Implementation>& all, int repetitions, const std::function<bool()>& stop,
             const std::function<void()>& before_round = {});

/// Prepares all and measures them until the user stops; drops those without a repetition.
void compete(std::vector<Implementation>& all, const Pace& pace,
             const std::function<void()>& before_round = {});

}  // namespace tobiuo::bench
