// SPDX-License-Identifier: BSD-3-Clause
// Shows the progress of a run: a bar on a terminal, otherwise a log line now and then.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "kernels/stencil/shape.hpp"
#include "solvers/himeno/run.hpp"

namespace tobiuo {

enum class Verbosity { quiet, normal, verbose };

class ProgressDisplay {
public:
    explicit ProgressDisplay(Verbosity verbosity);
    ProgressDisplay(const ProgressDisplay&) = delete;
    ProgressDisplay& operator=(const ProgressDisplay&) = delete;
    ~ProgressDisplay();

    /// Whether it is time to show something; `last` says that there will be no later moment.
    [[nodiscard]] bool is_due(bool last) const;
    /// Shows that `part`, from 0 to 1, is done; `text` says so in words.
    void show(double part, const std::string& text);
    /// Ends the bar's line, if there is one.
    void finish();

private:
    using Clock = std::chrono::steady_clock;

    bool terminal_;
    bool silent_;
    bool drawn_ = false;
    std::size_t drawn_columns_ = 0;  ///< of the line that is on the terminal
    Clock::time_point last_;
};

/// Predicts the number of sweeps that gosa still needs to fall to a target, from its recent fall.
class Decay {
public:
    explicit Decay(double target) : target_{target} {}

    void add(std::int64_t sweeps, double gosa);
    /// The number of sweeps; nothing as long as gosa does not fall.
    [[nodiscard]] std::optional<std::int64_t> sweeps_left() const;

private:
    struct Sample {
        std::int64_t sweeps{};
        double gosa{};
    };

    double target_;
    Sample old_;     ///< at between a quarter and half of the sweeps done
    Sample middle_;  ///< the next value of old_
    Sample now_;
};

/// The part that is done, from 0 to 1.
[[nodiscard]] double part_of(double done, double planned);

/// The progress in words: " 50 % 1003/2006 sweeps, 45.1 GFLOPS, gosa 1.2e-03, 0:30 left".
[[nodiscard]] std::string progress_text(const himeno::Progress& progress, double flops_per_sweep);

/// The progress of a run to a tolerance, where `planned` bounds the sweeps: " 50 % 1003 sweeps,
/// 45.1 GFLOPS, gosa 1.2e-03 (until 1.0e-05), 0:30 left" if `left` sweeps are expected, or "at
/// most".
[[nodiscard]] std::string progress_text(const himeno::Progress& progress, double flops_per_sweep,
                                        double tolerance, std::optional<std::int64_t> left);

/// The progress of repeated solves, " 50 % 100/200 solves, 2.31 ms each, 0:30 left"; `seconds` is
/// the time of the solves done.
[[nodiscard]] std::string solves_text(std::int64_t done, std::int64_t planned, double seconds);

/// The progress within the solve after `done` ones, of which `part` is done, " 12 % in solve 1/3,
/// 0:12 left"; `seconds` is the time since the first one began.
[[nodiscard]] std::string solving_text(std::int64_t done, double part, std::int64_t planned,
                                       double seconds);

/// A time span in words: "1:05", "2:00:00".
[[nodiscard]] std::string time_text(double seconds);

/// A bar with text, "[#####.....]  50 % ...", in less than `columns` columns, so that the cursor
/// stays in its line: first the bar shrinks, then it is left out, then the text is cut.
[[nodiscard]] std::string progress_line(double part, const std::string& text, std::size_t columns);

}  // namespace tobiuo
