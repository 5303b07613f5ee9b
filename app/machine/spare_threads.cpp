#include "app/machine/spare_threads.hpp"

#include <pthread.h>

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

namespace tobiuo {
namespace {

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

}  // namespace

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

}  // namespace tobiuo
