// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/thread_choice.hpp"

#include <algorithm>
#include <mutex>

namespace tobiuo {
namespace {

constexpr double long_work = 0.05;     // seconds, many turns of a scheduler
constexpr double patience = 4.0;       // executions by one thread that may be lost
constexpr double alone_a_loss = 20.0;  // seconds by one thread for each second lost

}  // namespace

ThreadChoice::ThreadChoice(int most, double alone) : most_{most}, alone_{alone} {}

int ThreadChoice::threads(Clock::time_point now) const
{
    if (most_ == 1) {
        return 1;
    }
    const std::scoped_lock lock{mutex_};
    return now < alone_until_ ? 1 : most_;
}

void ThreadChoice::took(int threads, double seconds, Clock::time_point end)
{
    if (most_ == 1) {
        return;
    }
    const std::scoped_lock lock{mutex_};
    if (threads == 1) {
        alone_ = is_measured_ ? std::min(alone_, seconds) : seconds;
        is_measured_ = true;
        return;
    }
    lost_ = std::max(0.0, lost_ + seconds - alone_);
    if (alone_ < long_work && lost_ > patience * alone_) {
        alone_until_ = end + std::chrono::duration_cast<Clock::duration>(
                                 std::chrono::duration<double>(alone_a_loss * lost_));
        lost_ = 0.0;
        is_measured_ = false;  // what the processors give may have changed
    }
}

}  // namespace tobiuo
