#include "app/machine/thread_limits.hpp"

#include <omp.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "app/machine/control_group.hpp"
#include "app/machine/kernel_file.hpp"
#include "app/machine/spare_threads.hpp"

namespace tobiuo {
namespace {

constexpr const char* blanks = " \t";

double unit_of(char letter)
{
    switch (std::tolower(static_cast<unsigned char>(letter))) {
        case 'b':
            return 1.0;
        case 'k':
            return 1024.0;
        case 'm':
            return 1024.0 * 1024.0;
        case 'g':
            return 1024.0 * 1024.0 * 1024.0;
        default:
            return 0.0;
    }
}

void check_stack_size(const char* variable)
{
    constexpr double least = 256.0 * 1024.0;
    const char* text = std::getenv(variable);
    const auto bytes = text != nullptr ? stack_bytes(text) : std::nullopt;
    if (bytes && *bytes < least) {
        throw std::invalid_argument{std::string{variable} + " is " + text +
                                    " (the threads need stacks of 256 kilobytes): give 256K or "
                                    "more, or unset it"};
    }
}

}  // namespace

ThreadLimits thread_limits()
{
    return {.wanted = omp_get_max_threads(),
            .asked = std::getenv("OMP_NUM_THREADS") != nullptr,
            .processors = omp_get_num_procs(),
            .quota = control_group_processors("/sys/fs/cgroup", text_in("/proc/self/cgroup"))};
}

int threads_within(const ThreadLimits& limits)
{
    const int most = std::max(1, std::min(limits.wanted, limits.processors));
    if (limits.asked || !limits.quota || *limits.quota >= most) {
        return most;
    }
    return std::max(1, static_cast<int>(std::ceil(*limits.quota)));
}

void limit_threads()
{
    check_stack_size("OMP_STACKSIZE");
    check_stack_size("GOMP_STACKSIZE");
    const ThreadLimits limits = thread_limits();
    const int threads = threads_within(limits);
    if (limits.asked && threads < limits.wanted) {
        spdlog::warn(
            "OMP_NUM_THREADS asks for {} threads, but the program may run on {} {}: it uses {}",
            limits.wanted, limits.processors, limits.processors == 1 ? "processor" : "processors",
            threads);
    }
    const int enough = comfortable_threads(threads) + limits.processors;
    const int spare = spare_threads(enough);
    if (spare < enough) {
        // VTK's pool of threads is as large as the machine, and cannot do with less.
        // NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread runs
        ::setenv("VTK_SMP_BACKEND_IN_USE", "Sequential", 0);
    }
    const int had = threads_to_be_had(threads, spare);
    if (had < threads) {
        spdlog::warn(
            "the system gives this process only a few threads (a limit of processes, ulimit -u): "
            "it computes with {} instead of {}",
            had, threads);
    }
    omp_set_num_threads(had);
}

std::optional<double> stack_bytes(const std::string& text)
{
    std::string_view rest{text};
    rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
    double number = 0.0;
    const auto [end, error] =
        std::from_chars(rest.data(), rest.data() + rest.size(), number, std::chars_format::fixed);
    if (error != std::errc{} || number < 0.0) {
        return std::nullopt;
    }
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    const auto letter = rest.find_first_not_of(blanks);
    if (letter == std::string_view::npos) {
        return number * unit_of('k');
    }
    const bool alone = rest.find_first_not_of(blanks, letter + 1) == std::string_view::npos;
    const double unit = unit_of(rest[letter]);
    return alone && unit > 0.0 ? std::optional{number * unit} : std::nullopt;
}

}  // namespace tobiuo
