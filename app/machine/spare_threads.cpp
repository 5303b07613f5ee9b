#include "app/machine/spare_threads.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace tobiuo {

int spare_threads(int wanted)
{
    std::mutex mutex;
    std::condition_variable ended;
    bool may_end = false;
    std::vector<std::thread> threads;
    threads.reserve(static_cast<std::size_t>(std::max(wanted, 0)));
    try {
        while (static_cast<int>(threads.size()) < wanted) {
            threads.emplace_back([&] {
                std::unique_lock lock{mutex};
                ended.wait(lock, [&] { return may_end; });
            });
        }
    } catch (const std::system_error&) {  // that was the last one
    }
    {
        const std::scoped_lock lock{mutex};
        may_end = true;
    }
    ended.notify_all();
    for (std::thread& one : threads) {
        one.join();
    }
    return static_cast<int>(threads.size());
}

int threads_to_be_had(int wanted, int spare)
{
    return spare >= comfortable_threads(wanted) ? wanted : std::min(wanted, 1 + spare / 2);
}

int comfortable_threads(int threads)
{
    return 2 * (threads - 1) + 1;
}

}  // namespace tobiuo
