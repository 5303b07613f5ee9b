// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/progress.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "app/printable.hpp"
#include "kernels/stencil/shape.hpp"

namespace tobiuo {
namespace {

constexpr std::chrono::milliseconds bar_interval{100};
constexpr std::chrono::seconds line_interval{10};

/// The columns of the terminal behind stderr, which may be resized at any time.
std::size_t terminal_columns()
{
    constexpr std::size_t usual = 80;
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

std::string percent_text(std::int64_t done, std::int64_t planned)
{
    const double part = part_of(static_cast<double>(done), static_cast<double>(planned));
    return fmt::format("{:3.0f} %", 100.0 * part);
}

double sweeps_per_second(const himeno::Progress& progress)
{
    return progress.seconds > 0.0 ? static_cast<double>(progress.sweeps) / progress.seconds : 0.0;
}

std::string rate_text(const himeno::Progress& progress, double flops_per_sweep)
{
    return fmt::format("{:.4g} GFLOPS", sweeps_per_second(progress) * flops_per_sweep * 1e-9);
}

/// The seconds that `sweeps` more sweeps take at the rate so far.
double seconds_of(std::int64_t sweeps, const himeno::Progress& progress)
{
    const double rate = sweeps_per_second(progress);
    return rate > 0.0 ? static_cast<double>(sweeps) / rate : 0.0;
}

}  // namespace

void Decay::add(std::int64_t sweeps, double gosa)
{
    now_ = {.sweeps = sweeps, .gosa = gosa};
    if (sweeps >= 2 * middle_.sweeps) {
        old_ = middle_;
        middle_ = now_;
    }
}

std::optional<std::int64_t> Decay::sweeps_left() const
{
    if (old_.sweeps == 0 || !(now_.gosa > 0.0) || !(now_.gosa < old_.gosa)) {
        return {};
    }
    if (now_.gosa <= target_) {
        return 0;
    }
    const double per_sweep =
        std::log(old_.gosa / now_.gosa) / static_cast<double>(now_.sweeps - old_.sweeps);
    constexpr double most = 1e15;
    const double left = std::min(std::log(now_.gosa / target_) / per_sweep, most);
    return static_cast<std::int64_t>(std::ceil(left));
}

double part_of(double done, double planned)
{
    return planned > 0.0 ? std::min(1.0, done / planned) : 0.0;
}

std::string time_text(double seconds)
{
    const long long whole = std::llround(seconds);
    return whole >= 3600 ? fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60)
                         : fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string progress_text(const himeno::Progress& progress, double flops_per_sweep)
{
    return fmt::format("{} {}/{} sweeps, {}, gosa {:.3e}, {} left",
                       percent_text(progress.sweeps, progress.planned), progress.sweeps,
                       progress.planned, rate_text(progress, flops_per_sweep), progress.gosa,
                       time_text(seconds_of(progress.planned - progress.sweeps, progress)));
}

std::string progress_text(const himeno::Progress& progress, double flops_per_sweep,
                          double tolerance, std::optional<std::int64_t> left)
{
    const std::int64_t most = progress.planned - progress.sweeps;
    const std::int64_t expected = std::min(left.value_or(most), most);
    return fmt::format("{} {} sweeps, {}, gosa {:.3e} (until {:.1e}), {}{} left",
                       percent_text(progress.sweeps, progress.sweeps + expected), progress.sweeps,
                       rate_text(progress, flops_per_sweep), progress.gosa, tolerance,
                       left ? "" : "at most ", time_text(seconds_of(expected, progress)));
}

std::string solves_text(std::int64_t done, std::int64_t planned, double seconds)
{
    const double each = done > 0 ? seconds / static_cast<double>(done) : 0.0;
    return fmt::format("{} {}/{} solves, {:.3g} ms each, {} left", percent_text(done, planned),
                       done, planned, each * 1e3,
                       time_text(each * static_cast<double>(planned - done)));
}

std::string solving_text(std::int64_t done, double part, std::int64_t planned, double seconds)
{
    const double solves = static_cast<double>(done) + part;
    const double left = static_cast<double>(planned) - solves;
    return fmt::format("{:3.0f} % in solve {}/{}, {} left",
                       100.0 * part_of(solves, static_cast<double>(planned)), done + 1, planned,
                       time_text(solves > 0.0 ? seconds * left / solves : 0.0));
}

std::string progress_line(double part, const std::string& text, std::size_t columns)
{
    constexpr std::size_t widest_bar = 24;
    constexpr std::size_t narrowest_bar = 8;
    constexpr std::string_view frame = "[] ";
    const std::size_t room = columns > 0 ? columns - 1 : 0;
    if (text.size() + frame.size() + narrowest_bar > room) {
        return text.substr(0, room);
    }
    const std::size_t width = std::min(widest_bar, room - text.size() - frame.size());
    const auto filled = static_cast<std::size_t>(part * static_cast<double>(width));
    return fmt::format("[{:.<{}}] {}", std::string(filled, '#'), width, text);
}

ProgressDisplay::ProgressDisplay(Verbosity verbosity)
    : terminal_{isatty(STDERR_FILENO) == 1 && can_redraw()},
      silent_{verbosity == Verbosity::quiet},
      last_{Clock::now()}
{
}

ProgressDisplay::~ProgressDisplay()
{
    finish();
}

bool ProgressDisplay::is_due(bool last) const
{
    if (silent_) {
        return false;
    }
    const auto interval =
        terminal_ ? Clock::duration{bar_interval} : Clock::duration{line_interval};
    // A bar that was drawn is completed; a very short run needs no bar.
    return Clock::now() - last_ >= interval || (drawn_ && last);
}

void ProgressDisplay::show(double part, const std::string& text)
{
    last_ = Clock::now();
    if (terminal_) {
        const std::string line = progress_line(part, text, terminal_columns());
        // Blanks cover what is left of a longer line: no escape sequence is needed.
        std::fprintf(stderr, "\r%-*s", static_cast<int>(drawn_columns_), line.c_str());
        std::fflush(stderr);
        drawn_columns_ = line.size();
        drawn_ = true;
    } else {
        spdlog::info("{}", text);
    }
}

void ProgressDisplay::finish()
{
    if (drawn_) {
        std::fputc('\n', stderr);
        drawn_ = false;
        drawn_columns_ = 0;
    }
}

}  // namespace tobiuo
