// SPDX-License-Identifier: BSD-3-Clause
// A forked child has one thread: those of OpenMP's pool and of drivers exist in the parent only.
#include "runtime/forks.hpp"

#include <omp.h>
#include <pthread.h>

#include <array>
#include <atomic>
#include <cstddef>

#include <tobiuo/error.hpp>

namespace tobiuo {

/// All that there are.
class ForkMutexes {
public:
    void add(ForkMutex& one)
    {
        const std::lock_guard lock{mutex_};
        one.behind_ = first_;
        if (first_ != nullptr) {
            first_->before_ = &one;
        }
        first_ = &one;
    }
    void remove(const ForkMutex& one)
    {
        const std::lock_guard lock{mutex_};
        (one.before_ != nullptr ? one.before_->behind_ : first_) = one.behind_;
        if (one.behind_ != nullptr) {
            one.behind_->before_ = one.before_;
        }
    }

    void lock()
    {
        mutex_.lock();
        for (ForkMutex* one = first_; one != nullptr; one = one->behind_) {
            one->lock();
        }
    }
    void unlock()
    {
        for (ForkMutex* one = first_; one != nullptr; one = one->behind_) {
            one->unlock();
        }
        mutex_.unlock();
    }

private:
    std::mutex mutex_;
    ForkMutex* first_ = nullptr;
};

namespace {

constinit ForkMutexes fork_mutexes;

struct Driver {
    std::atomic<bool> is_started = false;
    std::atomic<bool> is_lost = false;
};

Driver& driver_of(Backend backend)
{
    static std::array<Driver, 3> drivers;
    return drivers[static_cast<std::size_t>(backend)];
}

/// Ends the pool of threads that the forking thread keeps for its parallel loops: the child would
/// wait for them for ever. Both processes make new threads when they need some. A call from inside
/// a parallel loop changes nothing, and there the child's loops have one thread anyway.
void end_pool_of_threads() noexcept
{
    static_cast<void>(omp_pause_resource(omp_pause_soft, omp_get_initial_device()));
}

void note_lost_drivers() noexcept
{
    for (const Backend backend : {Backend::cuda, Backend::opencl}) {
        if (driver_of(backend).is_started) {
            driver_of(backend).is_lost = true;
        }
    }
}

/// Registers the handlers when the library is loaded; the C library forgets them with the library.
[[maybe_unused]] const int registered =
    pthread_atfork(end_pool_of_threads, nullptr, note_lost_drivers);
[[maybe_unused]] const int registered_mutexes = pthread_atfork(
    [] { fork_mutexes.lock(); }, [] { fork_mutexes.unlock(); }, [] { fork_mutexes.unlock(); });

}  // namespace

ForkMutex::ForkMutex()
{
    fork_mutexes.add(*this);
}

ForkMutex::~ForkMutex()
{
    fork_mutexes.remove(*this);
}

void note_started(Backend backend) noexcept
{
    driver_of(backend).is_started = true;
}

std::optional<std::string> lost_by_fork(Backend backend)
{
    if (!driver_of(backend).is_lost) {
        return std::nullopt;
    }
    return std::string{"this process was forked after its parent had started "} +
           (backend == Backend::cuda ? "CUDA" : "OpenCL") +
           ", which does not work in the child; start workers as new programs (in Python by "
           "multiprocessing's \"spawn\" or \"forkserver\"), or fork before the first use of a GPU";
}

void require_not_lost_by_fork(Backend backend)
{
    if (const auto reason = lost_by_fork(backend)) {
        throw DeviceError{"no work runs on the device here (" + *reason + ")"};
    }
}

}  // namespace tobiuo
