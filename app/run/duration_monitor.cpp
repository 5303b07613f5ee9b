#include "app/run/duration_monitor.hpp"

#include <spdlog/fmt/fmt.h>

#include "app/run/progress.hpp"

namespace tobiuo {
namespace {

/// A run that takes half as long again as asked deserves a warning.
constexpr double tolerated = 1.5;
/// A time span in words: "3:20", or in seconds if it is short.
std::string span_text(double seconds)
{
    constexpr double clear = 10.0;
    return seconds < clear ? fmt::format("{:.2g} s", seconds) : time_text(seconds);
}

/// The part of the target after which the rate of a run is known well enough.
constexpr double known_after = 0.05;

}  // namespace

std::optional<std::string> DurationMonitor::warning(const himeno::Progress& progress)
{
    if (progress.seconds < known_after * target_ || progress.sweeps == progress.planned) {
        return {};
    }
    const double expected = progress.seconds / static_cast<double>(progress.sweeps) *
                            static_cast<double>(progress.planned);
    if (expected < tolerated * told_) {
        return {};
    }
    told_ = expected;
    return fmt::format(
        "the run will take about {} instead of {} (its sweeps are slower than those of the "
        "rehearsal: does other work use this machine?); Ctrl-C ends it and writes what is there",
        span_text(expected), span_text(target_));
}

std::string DurationMonitor::verdict(double target_seconds, double seconds)
{
    if (seconds < tolerated * target_seconds && seconds > target_seconds / tolerated) {
        return {};
    }
    return fmt::format(
        "the run took {:.3g} s instead of {:.3g} s: its sweeps were {} than those of the rehearsal "
        "(other work uses this machine, or few sweeps fill the time)",
        seconds, target_seconds, seconds > target_seconds ? "slower" : "faster");
}

}  // namespace tobiuo
