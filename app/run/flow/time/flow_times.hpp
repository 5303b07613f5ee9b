// SPDX-License-Identifier: BSD-3-Clause
// The times of a flow: by what steps it goes on, and when it writes.
#pragma once

#include <cstdint>
#include <optional>

#include <tobiuo/flow/problem.hpp>

namespace tobiuo {

/// Where a run is. Times are in the unit of the case.
struct FlowTime {
    std::int64_t step = 0;
    double time = 0.0;
    double time_step = 0.0;  ///< of the last step
    double chosen = 0.0;     ///< what the last step would have been without a time to be hit
};

/// The part of a step that a step may be longer than the one before.
inline constexpr double most_growth = 1.1;

/// The step of a Courant number for a velocity of this rate, at most a tenth longer than the one
/// before. Infinite if nothing limits it.
[[nodiscard]] double chosen_step(const flow::Problem& problem, double rate, double friction,
                                 double cfl, const FlowTime& now);

/// The step from `now` towards `target`, at most `chosen` long: so many equal steps as it takes hit
/// the target exactly, so that the last one is not much shorter than the others.
[[nodiscard]] FlowTime next_step(const FlowTime& now, double chosen, std::optional<double> target);

/// The first time after `now` of a series at the multiples of `every`; `until` where both are equal
/// but for rounding.
[[nodiscard]] double next_of_series(double every, double now, std::optional<double> until);

/// Whether a step from `before` to `now` has come to the next time of the series.
[[nodiscard]] bool meets_series(double every, double before, double now,
                                std::optional<double> until);

}  // namespace tobiuo
