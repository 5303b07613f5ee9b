// SPDX-License-Identifier: BSD-3-Clause
#include "app/machine/time_split.hpp"

#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <numeric>
#include <sstream>
#include <string>
#include <utility>

#include "app/machine/system_limits.hpp"

namespace tobiuo {

using Clock = std::chrono::steady_clock;

namespace {

/// When the program was in memory, before main().
const Clock::time_point loaded = Clock::now();

/// When the process began. Where loading seems to have taken long, the process was another program
/// before, as a shell that replaces itself: then the program began when it was loaded.
Clock::time_point start_of_program()
{
    constexpr std::chrono::seconds longest_loading{2};
    const Clock::time_point process =
        Clock::now() - std::chrono::duration_cast<Clock::duration>(
                           std::chrono::duration<double>{seconds_of_process()});
    return loaded - process > longest_loading ? loaded : process;
}

}  // namespace

double TimeSpent::wall() const
{
    return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

TimeSplit& TimeSplit::of_this_thread()
{
    thread_local TimeSplit split;
    return split;
}

TimeSplit::TimeSplit() : since_{start_of_program()} {}

void TimeSplit::restart()
{
    spent_ = {};
    since_ = Clock::now();
    now_ = TimePart::plan;
}

TimePart TimeSplit::enter(TimePart part)
{
    const Clock::time_point now = Clock::now();
    spent_.seconds.at(static_cast<std::size_t>(now_)) +=
        std::chrono::duration<double>(now - since_).count();
    since_ = now;
    return std::exchange(now_, part);
}

TimeSpent TimeSplit::so_far()
{
    enter(now_);
    return spent_;
}

double seconds_of_process()
{
    // The fields behind the name, which may hold blanks, begin with the third; the 22nd is the
    // start in ticks since that of the system (proc(5)).
    const std::string stat = text_in("/proc/self/stat");
    const std::size_t name_end = stat.rfind(')');
    std::istringstream fields{name_end == std::string::npos ? "" : stat.substr(name_end + 1)};
    std::string field;
    for (int skipped = 3; skipped < 22; ++skipped) {
        fields >> field;
    }
    double start_ticks = 0.0;
    timespec now{};
    if (!(fields >> start_ticks) || ::clock_gettime(CLOCK_BOOTTIME, &now) != 0) {
        return 0.0;
    }
    const double seconds =
        static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
    return std::max(0.0, seconds - start_ticks / static_cast<double>(::sysconf(_SC_CLK_TCK)));
}

}  // namespace tobiuo
