// Shows how far a run is: a bar on a terminal, a log line now and then otherwise.
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

    /// True if it is time to show something; `last`: there will be no later moment.
    [[nodiscard]] bool is_due(bool last) const;
    /// `part` from 0 to 1 is done, which `text` says in words.
    void show(double part, const std::string& text);
    /// Ends the bar's line, if there is one.
    void finish();

private:
    using Clock = std::chrono::steady_clock;

    bool terminal_;
    bool silent_;
    bool drawn_ = false;
    Clock::time_point last_;
};

/// How many sweeps gosa still needs to fall to a target, if it falls on as it did lately.
class Decay {
public:
    explicit Decay(double target) : target_{target} {}

    void add(std::int64_t sweeps, double gosa);
    /// Nothing while it does not fall.
    [[nodiscard]] std::optional<std::int64_t> sweeps_left() const;

private:
    struct Sample {
        std::int64_t sweeps{};
        double gosa{};
    };

    double target_;
    Sample old_;     ///< from a quarter to half of the sweeps ago
    Sample middle_;  ///< the next one to be old
    Sample now_;
};

/// From 0 to 1.
[[nodiscard]] double part_of(double done, double planned);

/// " 50 % 1003/2006 sweeps, 45.1 GFLOPS, gosa 1.2e-03, 0:30 left".
[[nodiscard]] std::string progress_text(const himeno::Progress& progress, double flops_per_sweep);

/// The same of a run to a tolerance, where `planned` bounds the sweeps: " 50 % 1003 sweeps, 45.1
/// GFLOPS, gosa 1.2e-03 (until 1.0e-05), 0:30 left" if `left` sweeps are expected, or "at most".
[[nodiscard]] std::string progress_text(const himeno::Progress& progress, double flops_per_sweep,
                                        double tolerance, std::optional<std::int64_t> left);

/// " 50 % 100/200 solves, 2.31 ms each, 0:30 left"; `seconds` of those done.
[[nodiscard]] std::string solves_text(std::int64_t done, std::int64_t planned, double seconds);

/// "1:05", "2:00:00".
[[nodiscard]] std::string time_text(double seconds);

/// The text behind a bar, "[#####.....]  50 % ...", in less than `columns` columns, so that the
/// cursor stays in its line: the bar shrinks, then goes, then the text is cut.
[[nodiscard]] std::string progress_line(double part, const std::string& text, std::size_t columns);

}  // namespace tobiuo
