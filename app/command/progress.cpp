#include "app/command/progress.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "kernels/stencil/shape.hpp"

namespace tobiuo {
namespace {

constexpr std::chrono::milliseconds bar_interval{100};
constexpr std::chrono::seconds line_interval{10};

std::string time_text(double seconds)
{
    const long long whole = std::llround(seconds);
    return whole >= 3600 ? fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60)
                         : fmt::format("{}:{:02}", whole / 60, whole % 60);
}

/// From 0 to 1.
double part_done(const himeno::Progress& progress)
{
    return progress.planned > 0 ? std::min(1.0, static_cast<double>(progress.sweeps) /
                                                    static_cast<double>(progress.planned))
                                : 0.0;
}

/// Of the terminal behind stderr, which may be resized at any time.
std::size_t terminal_columns()
{
    constexpr std::size_t usual = 80;
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

}  // namespace

std::string progress_text(const himeno::Progress& progress, double flops_per_sweep)
{
    const double rate =
        progress.seconds > 0.0 ? static_cast<double>(progress.sweeps) / progress.seconds : 0.0;
    const double left =
        rate > 0.0 ? static_cast<double>(progress.planned - progress.sweeps) / rate : 0.0;
    return fmt::format("{:3.0f} % {}/{} sweeps, {:.4g} GFLOPS, gosa {:.3e}, {} left",
                       part_done(progress) * 100.0, progress.sweeps, progress.planned,
                       rate * flops_per_sweep * 1e-9, progress.gosa, time_text(left));
}

std::string progress_line(const himeno::Progress& progress, double flops_per_sweep,
                          std::size_t columns)
{
    constexpr std::size_t widest_bar = 24;
    constexpr std::size_t narrowest_bar = 8;
    constexpr std::string_view frame = "[] ";
    std::string text = progress_text(progress, flops_per_sweep);
    const std::size_t room = columns > 0 ? columns - 1 : 0;
    if (text.size() + frame.size() + narrowest_bar > room) {
        return text.substr(0, room);
    }
    const std::size_t width = std::min(widest_bar, room - text.size() - frame.size());
    const auto filled = static_cast<std::size_t>(part_done(progress) * static_cast<double>(width));
    return fmt::format("[{:.<{}}] {}", std::string(filled, '#'), width, text);
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
        const std::string line = progress_line(progress, flops_per_sweep_, terminal_columns());
        std::fprintf(stderr, "\r%s\033[K", line.c_str());
        std::fflush(stderr);
        drawn_ = true;
    } else {
        spdlog::info("{}", progress_text(progress, flops_per_sweep_));
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
