// SPDX-License-Identifier: BSD-3-Clause
// The times of exchanges on a device, taken by events that nobody waits for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "runtime/device/check.hpp"
#include "runtime/device/stream.hpp"

namespace tobiuo::ranks {

/// The events of one exchange: its messages may leave, they have arrived, and the work has come to
/// where it needs them.
struct ExchangeEvents {
    device::Event ready = device::make_event();
    device::Event done = device::make_event();
    device::Event needed = device::make_event();
    bool recorded = false;  ///< whether all three are, and their times have not been read
};

/// Gives events to exchanges by turns and reads their times when they come round again, by when
/// they are long over; the time of one that is not is taken as the mean of the others.
class ExchangeClock {
public:
    /// The events of the exchange that begins; they are its own until as many others have begun as
    /// there are turns.
    [[nodiscard]] const ExchangeEvents& next()
    {
        turn_ = (turn_ + 1) % turns;
        if (turn_ == events_.size()) {
            events_.emplace_back();
        }
        ExchangeEvents& events = events_[turn_];
        if (events.recorded && is_over(events.needed) && is_over(events.done)) {
            read(events);
        }
        untimed_ += events.recorded ? 1 : 0;
        events.recorded = false;
        return events;
    }
    /// The events of the exchange that began last.
    [[nodiscard]] const ExchangeEvents& current() const { return events_[turn_]; }
    /// All events of this exchange are recorded.
    void finished() { events_[turn_].recorded = true; }

    struct Seconds {
        double all{};
        double waited{};
    };
    /// The times since the last call. Waits for the exchanges that have finished.
    [[nodiscard]] Seconds take_and_wait()
    {
        for (ExchangeEvents& events : events_) {
            if (events.recorded) {
                read(events);
            }
        }
        const double scale = timed_ > 0 ? (timed_ + untimed_) / timed_ : 0.0;
        const Seconds seconds{.all = seconds_.all * scale, .waited = seconds_.waited * scale};
        seconds_ = {};
        timed_ = untimed_ = 0;
        return seconds;
    }

private:
    /// More than a stencil has in flight (stencil::PassPlan::most_sweeps_in_flight).
    static constexpr std::size_t turns = 1024;

    [[nodiscard]] static bool is_over(const device::Event& event)
    {
        const cudaError_t status = cudaEventQuery(event.get());
        if (status == cudaErrorNotReady) {
            static_cast<void>(cudaGetLastError());  // an answer, no error
            return false;
        }
        device::check(status, "ask for the end of an exchange");
        return true;
    }

    void read(ExchangeEvents& events)
    {
        const double all = device::seconds_between(events.ready, events.done);
        const double hidden = device::seconds_between(events.ready, events.needed);
        seconds_.all += all;
        seconds_.waited += std::max(0.0, all - hidden);
        ++timed_;
        events.recorded = false;
    }

    std::vector<ExchangeEvents> events_;
    std::size_t turn_ = turns - 1;
    Seconds seconds_;
    double timed_ = 0;    ///< exchanges whose times were read
    double untimed_ = 0;  ///< exchanges that were not over in time
};

}  // namespace tobiuo::ranks
