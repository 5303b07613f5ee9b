// SPDX-License-Identifier: BSD-3-Clause
// Where the wall time of a run goes: parts that add up to it.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <string_view>

namespace tobiuo {

enum class TimePart {
    plan,     ///< loading the program, reading the case, choosing, compiling, allocating
    fill,     ///< evaluating expressions and reading files of the input
    ceiling,  ///< measuring the ceiling of the machine
    steps,    ///< steps, sweeps or solves
    observe,  ///< what is found out about the solution
    files,    ///< copying fields for files, waiting for these, writing the last ones
    other
};

/// In the order of TimePart.
inline constexpr std::array<std::string_view, 7> time_part_names{
    "plan", "fill", "ceiling", "steps", "observe", "files", "other"};

/// Seconds of wall time by the part that they belong to.
struct TimeSpent {
    std::array<double, time_part_names.size()> seconds{};

    [[nodiscard]] double of(TimePart part) const
    {
        return seconds.at(static_cast<std::size_t>(part));
    }
    [[nodiscard]] double wall() const;
};

/// The clock of a thread, of which each moment belongs to one part. It begins with the process, in
/// the part `plan`, or with the program where the process was another one for seconds (exec). Only what the thread of a run does and waits for is in its split: what others
/// do beside it costs no wall time.
class TimeSplit {
public:
    [[nodiscard]] static TimeSplit& of_this_thread();

    /// Begins anew with another run of the process, in the part `plan`.
    void restart();
    /// Lets time belong to this part from now on. Returns the one to which it did.
    TimePart enter(TimePart part);
    [[nodiscard]] TimeSpent so_far();

private:
    TimeSplit();

    TimePart now_ = TimePart::plan;
    std::chrono::steady_clock::time_point since_;
    TimeSpent spent_;
};

/// Lets the time of its scope belong to a part instead of the one around it.
class TimedPart {
public:
    explicit TimedPart(TimePart part)
        : split_{TimeSplit::of_this_thread()}, around_{split_.enter(part)}
    {
    }
    TimedPart(const TimedPart&) = delete;
    TimedPart& operator=(const TimedPart&) = delete;
    ~TimedPart() { split_.enter(around_); }

private:
    TimeSplit& split_;
    TimePart around_;
};

/// How long the process has been there, to a hundredth of a second; 0 where the system does not
/// tell. A program that is started anew in the same process counts from its first start.
[[nodiscard]] double seconds_of_process();

}  // namespace tobiuo
