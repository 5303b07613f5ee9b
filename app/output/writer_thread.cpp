// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/writer_thread.hpp"

#include <spdlog/spdlog.h>

#include <system_error>
#include <utility>

#include "app/machine/time_split.hpp"

namespace tobiuo {
namespace {

/// Does a job, and lets go of what it holds. Returns what it throws.
std::exception_ptr done_to_its_end(WriterThread::Job job)
{
    try {
        job();
    } catch (...) {
        return std::current_exception();
    }
    return nullptr;
}

}  // namespace

WriterThread::WriterThread()
{
    try {
        thread_ = std::jthread{[this](const std::stop_token& stop) { work(stop); }};
    } catch (const std::system_error&) {
        spdlog::warn(
            "no thread can be had to write files beside the run (a limit of processes, ulimit -u): "
            "the run waits for each file");
    }
}

/// Does the jobs that wait in the thread of the caller.
void WriterThread::work_here()
{
    for (; !jobs_.empty(); ++done_) {
        Job job = std::move(jobs_.front());
        jobs_.pop_front();
        if (error_ == nullptr) {
            error_ = done_to_its_end(std::move(job));
        }
    }
}

/// Goes on after a stop is asked for until no job is left.
void WriterThread::work(const std::stop_token& stop)
{
    std::unique_lock lock{mutex_};
    while (changed_.wait(lock, stop, [this] { return !jobs_.empty(); })) {
        Job job = std::move(jobs_.front());
        jobs_.pop_front();
        if (error_ == nullptr) {
            lock.unlock();
            std::exception_ptr error = done_to_its_end(std::move(job));
            lock.lock();
            error_ = std::move(error);
        }
        ++done_;
        changed_.notify_all();
    }
}

std::int64_t WriterThread::submit(Job job)
{
    const std::lock_guard lock{mutex_};
    check_locked();
    jobs_.push_back(std::move(job));
    if (!thread_.joinable()) {
        const TimedPart files{TimePart::files};
        work_here();
    }
    changed_.notify_all();
    return ++submitted_;
}

bool WriterThread::is_done(std::int64_t number) const
{
    const std::lock_guard lock{mutex_};
    return done_ >= number;
}

void WriterThread::wait_for(std::int64_t number)
{
    std::unique_lock lock{mutex_};
    if (done_ < number) {
        const TimedPart files{TimePart::files};
        changed_.wait(lock, [&] { return done_ >= number; });
    }
    check_locked();
}

void WriterThread::drain()
{
    wait_for(submitted_);
}

void WriterThread::check() const
{
    const std::lock_guard lock{mutex_};
    check_locked();
}

void WriterThread::check_locked() const
{
    if (error_ != nullptr) {
        std::rethrow_exception(error_);
    }
}

}  // namespace tobiuo
