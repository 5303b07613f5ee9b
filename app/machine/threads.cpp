// SPDX-License-Identifier: BSD-3-Clause
// Asks the system and OpenMP for threads, and sets how they wait and how large their stacks are.
#include "app/machine/threads.hpp"

#include <omp.h>
#include <pthread.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <condition_variable>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <vector>

#include "app/machine/system_limits.hpp"

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

/// Holds threads until all that can be had are there.
struct Gate {
    std::mutex mutex;
    std::condition_variable opened;
    bool is_open = false;
};

void* wait_at(void* argument)
{
    auto& gate = *static_cast<Gate*>(argument);
    std::unique_lock lock{gate.mutex};
    gate.opened.wait(lock, [&] { return gate.is_open; });
    return nullptr;
}

/// As many threads that wait at the gate as can be had. Their stacks are small, because the system
/// keeps those of threads that have ended, and a limit of memory is not what is asked here.
std::vector<pthread_t> started(Gate& gate, int wanted)
{
    constexpr std::size_t stack = std::size_t{256} << 10U;
    std::vector<pthread_t> threads;
    threads.reserve(static_cast<std::size_t>(std::max(wanted, 0)));
    pthread_attr_t attributes{};
    if (::pthread_attr_init(&attributes) != 0) {
        return threads;
    }
    ::pthread_attr_setstacksize(&attributes, stack);
    pthread_t one{};
    while (static_cast<int>(threads.size()) < wanted &&
           ::pthread_create(&one, &attributes, wait_at, &gate) == 0) {
        threads.push_back(one);
    }
    ::pthread_attr_destroy(&attributes);
    return threads;
}

/// How long threads wait before they give up their core. Each turn is a PAUSE: 20 to 60
/// microseconds in all, which is how long threads that share a loop evenly wait for each other.
constexpr const char* own_turns = "2000";
constexpr const char* own_policy = "passive";

/// The variables that a user sets to choose another policy.
constexpr std::array settings{"OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME"};

bool is_set(const char* variable)
{
    return std::getenv(variable) != nullptr;
}

/// The value of a variable; empty where it is not set.
std::string_view text_of(const char* variable)
{
    const char* const text = std::getenv(variable);
    return text == nullptr ? std::string_view{} : text;
}

constexpr std::size_t large = std::size_t{8} << 20U;

struct Call {
    const std::function<int()>& work;
    int result = 0;
};

void* run(void* argument)
{
    auto& call = *static_cast<Call*>(argument);
    call.result = call.work();
    return nullptr;
}

bool is_tight()
{
    rlimit limit{};
    return ::getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < large;
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

int spare_threads(int wanted)
{
    Gate gate;
    const std::vector<pthread_t> threads = started(gate, wanted);
    {
        const std::scoped_lock lock{gate.mutex};
        gate.is_open = true;
    }
    gate.opened.notify_all();
    for (const pthread_t one : threads) {
        ::pthread_join(one, nullptr);
    }
    return static_cast<int>(threads.size());
}

int threads_to_be_had(int wanted, int spare)
{
    return std::min(wanted, 1 + std::max(0, spare - 1) / 2);
}

int comfortable_threads(int threads)
{
    return 2 * (threads - 1) + 1;
}

void wait_passively(char* const* arguments)
{
    if (omp_get_max_threads() == 1 || std::ranges::any_of(settings, is_set)) {
        return;
    }
    std::error_code unknown;
    // The path replaces the link, so that the process keeps its name.
    const auto program = std::filesystem::read_symlink("/proc/self/exe", unknown);
    const bool set = !unknown && ::setenv("OMP_WAIT_POLICY", own_policy, 0) == 0 &&
                     ::setenv("GOMP_SPINCOUNT", own_turns, 0) == 0;
    if (set) {
        ::execv(program.c_str(), arguments);  // returns only if it failed
    }
}

bool is_own_setting(std::string_view variable)
{
    // A user who sets either has made the program leave both as they are.
    const bool both =
        text_of("OMP_WAIT_POLICY") == own_policy && text_of("GOMP_SPINCOUNT") == own_turns;
    return both &&
           (variable.starts_with("OMP_WAIT_POLICY=") || variable.starts_with("GOMP_SPINCOUNT="));
}

int on_a_large_stack(const std::function<int()>& work)
{
    pthread_attr_t attributes{};
    if (!is_tight() || pthread_attr_init(&attributes) != 0) {
        return work();
    }
    Call call{.work = work};
    pthread_t thread{};
    const bool started = pthread_attr_setstacksize(&attributes, large) == 0 &&
                         pthread_setattr_default_np(&attributes) == 0 &&
                         pthread_create(&thread, &attributes, run, &call) == 0;
    pthread_attr_destroy(&attributes);
    if (!started) {
        return work();
    }
    pthread_join(thread, nullptr);
    return call.result;
}

}  // namespace tobiuo
