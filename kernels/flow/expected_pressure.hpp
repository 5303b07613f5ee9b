// SPDX-License-Identifier: BSD-3-Clause
// The pressures that the steps before let one expect, where a step is projected once. For host and
// device.
#pragma once

#include "kernels/flow/flow_box.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::flow {

/// How the pressure of the first two stages is expected: by a level, the pressure at the end of the
/// step before, and a trend, its rate of change.
///
/// Derivation  What a step misses of the level is corrected by `level_correction` of it, and the trend
///             by `trend_correction` over the distance of two steps. The mean of both pressures is
///             that a third of the step ahead, as third order asks for. That of the first stage alone
///             need not be so near, and `first_ahead` is behind: errors of the two then feed the next
///             ones less. For an eigenvalue z of the rates times the time step, which for the part
///             of a uniform stream that has divergence is twice that of the other part, errors decay
///             in 0.58 times the ellipse of step_limit(): to a Courant number of 1. Extrapolation
///             through the last two steps, in which both stages have the same pressure, is stable to
///             0.45. The three numbers make the error smallest under this condition.
inline constexpr double level_correction = 0.8;
inline constexpr double trend_correction = 0.45;
inline constexpr double first_ahead = -1.6;

/// The parts of a step that its first two stages take, and the last one.
inline constexpr double expecting_part = stages[0].length() + stages[1].length();
inline constexpr double projecting_part = stages[2].length();

/// How far ahead that of the second stage is, in steps, so that the mean of both is at the middle of
/// this part.
inline constexpr double second_ahead =
    (expecting_part * expecting_part / 2.0 - stages[0].length() * first_ahead) / stages[1].length();

/// Finds the level and the trend at the end of a step of length h by the impulse q of its last stage,
/// and the pressures that are expected in the first two stages of the next one.
///
/// Method    the last stage was expected to have the mean pressure level + trend h 5/6, as the level
///           was before the step; a third of what it missed is what the mean of the step has missed.
///           A pressure that is linear in time is expected as it is, by steps of any lengths.
/// Traffic   reads and writes 5 words a cell.
/// Source    C. C. Holt, Int. J. Forecast. 20, 5 (2004), of 1957: level and trend.
template <typename T>
struct ExpectedPressure {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/expected_pressure.hpp",
                                            .type = "tobiuo::flow::ExpectedPressure",
                                            .name = "flow-expected-pressure",
                                            .threads = 128,
                                            .nanoseconds = 2.0};

    const T* impulse = nullptr;  ///< null where the level and the trend are given
    const T* first = nullptr;    ///< what was expected in the step, or the level at its end
    const T* second = nullptr;   ///< likewise, or the trend
    T length = 0;                ///< of the step
    T distance = 1;              ///< of the middles of this step and the one before
    T ahead[2] = {};             ///< from the end of the step to what is expected, a time
    bool tells = false;          ///< the level and the trend instead of what is expected
    T* to_first = nullptr;       ///< may be `first`, as `to_second` may be `second`
    T* to_second = nullptr;      ///< null: it is not wanted

    constexpr void operator()(long long n) const
    {
        T level = first[n];
        T trend = second[n];
        if (impulse != nullptr) {
            const T rise = (trend - level) * static_cast<T>(1.0 / (second_ahead - first_ahead));
            level -= static_cast<T>(first_ahead) * rise;
            trend = rise / length;
            const T expected = level + static_cast<T>((1.0 + expecting_part) / 2.0) * rise;
            const T missed = impulse[n] / length - static_cast<T>(projecting_part) * expected;
            level += rise + static_cast<T>(level_correction) * missed;
            trend += static_cast<T>(trend_correction) * missed / distance;
        }
        to_first[n] = tells ? level : level + trend * ahead[0];
        if (to_second != nullptr) {
            to_second[n] = tells ? trend : level + trend * ahead[1];
        }
    }
};

/// to = factor from, or where it adds, to + factor from.
template <typename T>
struct ScaledSum {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/expected_pressure.hpp",
                                            .type = "tobiuo::flow::ScaledSum",
                                            .name = "flow-scaled-sum",
                                            .threads = 128,
                                            .nanoseconds = 1.0};

    T* to = nullptr;
    const T* from = nullptr;
    T factor = 0;
    bool adds = false;

    constexpr void operator()(long long n) const
    {
        to[n] = (adds ? to[n] : T{0}) + factor * from[n];
    }
};

}  // namespace tobiuo::flow
