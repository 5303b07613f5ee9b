#include "app/command/progress.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace tobiuo {
namespace {

constexpr std::chrono::milliseconds bar_interval{100};
constexpr std::chrono::seconds line_interval{10};

std::string time_text(double seconds)
{
    const auto whole = static_cast<long long>(seconds + 0.5);
    return whole >= 3600 ? fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60)
                         : fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

std::string progress_text(const himeno::Progress& progress, double flops_per_sweep, bool with_bar)
{
    constexpr int width = 24;
    const double done = static_cast<double>(progress.sweeps);
    const double part = progress.planned > 0 ? done / static_cast<double>(progress.planned) : 0.0;
    const double rate = progress.seconds > 0.0 ? done / progress.seconds : 0.0;
    const double left =
        rate > 0.0 ? static_cast<double>(progress.planned - progress.sweeps) / rate : 0.0;
    const auto filled = static_cast<std::size_t>(part * width);
    const std::string bar =
        with_bar ? fmt::format("[{:.<{}}] ", std::string(filled, '#'), width) : std::string{};
    return fmt::format("{}{:3.0f} % {}/{} sweeps, {:.4g} GFLOPS, gosa {:.3e}, {} left", bar,
                       part * 100.0, progress.sweeps, progress.planned,
                       rate * flops_per_sweep * 1e-9, progress.gosa, time_text(left));
}

ProgressDisplay::ProgressDisplay(Verbosity verbosity, double flops_per_sweep)
    : terminal_{isatty(STDERR_FILENO) == 1},
      silent_{verbosity == Verbosity::quiet},
      flops_per_sweep_{flops_per_sweep},
      last_{Clock::now()}
{
}

ProgressDisplay::~ProgressDisplay()
{
    finish();
}

void ProgressDisplay::show(const himeno::Progress& progress)
{
    const auto now = Clock::now();
    const bool last = progress.sweeps == progress.planned;
    if (silent_ || (now - last_ < (terminal_ ? Clock::duration{bar_interval}
                                             : Clock::duration{line_interval}) &&
                    !(terminal_ && last))) {
        return;
    }
    last_ = now;
    if (terminal_) {
        std::fprintf(stderr, "\r%s\033[K", progress_text(progress, flops_per_sweep_, true).c_str());
        std::fflush(stderr);
        drawn_ = true;
    } else {
        spdlog::info("{}", progress_text(progress, flops_per_sweep_, false));
    }
}

void ProgressDisplay::finish()
{
    if (drawn_) {
        std::fputc('\n', stderr);
        drawn_ = false;
    }
}

}  // namespace tobiuo
