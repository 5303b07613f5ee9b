// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/ranks/peer_exchange.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <string>
#include <vector>

#include "runtime/device/buffer.hpp"
#include "runtime/device/check.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/ranks/exchange_clock.hpp"
#include "runtime/ranks/machine_name.hpp"
#include "runtime/ranks/messages.hpp"
#include "runtime/ranks/peer_memory.hpp"

namespace tobiuo::ranks {
namespace {

/// The side of messages that another rank copies from or to.
struct Exposed {
    int to;  ///< the rank that copies
    const void* data;
};

/// The side of messages from which this rank copies, or to which.
struct Copied {
    int with;
    std::byte* data;
    std::size_t bytes;
    std::size_t rows;
    std::size_t step;
};

/// One of both sides of a message drives it: its rank copies, once the other one has told by a flag
/// that its array is ready, and then tells by another flag that it is done. Flags are numbers that
/// grow with each exchange; devices write them to each other and wait for them in the order of their
/// streams, while hosts only tell each other addresses.
class PeerExchange final : public Exchange {
public:
    explicit PeerExchange(const Communicator& ranks)
        : Exchange{ranks},
          ranks_{ranks},
          size_{static_cast<std::size_t>(ranks.size())},
          mine_{static_cast<std::size_t>(ranks.rank())},
          flags_{2 * size_},
          arrival_{device::make_stream()}
    {
        const device::Stream stream = device::make_stream();
        device::clear(flags_, "clear the flags of messages", stream.get());
        device::synchronize(stream.get());
        for (std::size_t rank = 0; rank < size_; ++rank) {
            streams_.push_back(device::make_stream());
            copied_.push_back(device::make_event());
        }
    }
    PeerExchange(const PeerExchange&) = delete;
    PeerExchange& operator=(const PeerExchange&) = delete;
    /// Collective, unless an exception is on its way: memory must not be freed while others have
    /// mapped it.
    ~PeerExchange() override
    {
        for (const device::Stream& stream : streams_) {
            static_cast<void>(cudaStreamSynchronize(stream.get()));
        }
        static_cast<void>(cudaStreamSynchronize(arrival_.get()));
        others_.reset();
        if (connected_ && std::uncaught_exceptions() <= exceptions_) {
            try {
                static_cast<void>(gathered(ranks_, 0));
            } catch (const std::exception&) {  // a rank has ended: nobody is left to wait for
            }
        }
    }

    /// Maps the flags of the others. Why that failed; empty if it did not. Collective, also where it
    /// fails.
    [[nodiscard]] std::string connect()
    {
        SharedAddress own{};  // which no rank can map, unless it is shared
        const std::string objection = tried([&] {
            write_flag(flags_.data(), 0, arrival_.get());
            wait_for_flag(flags_.data(), 0, arrival_.get());
            own = memory_.share(flags_.data());
        });
        const std::vector<SharedAddress> all = gathered(ranks_, own);
        connected_ = true;
        return !objection.empty() ? objection : tried([&] {
            for (std::size_t rank = 0; rank < size_; ++rank) {
                flags_of_.push_back(rank == mine_
                                        ? flags_.data()
                                        : reinterpret_cast<unsigned*>(others_->map(all[rank])));
            }
        });
    }

    [[nodiscard]] bool takes_rows() const override { return true; }

    [[nodiscard]] bool reaches() const override { return true; }
    [[nodiscard]] std::vector<std::byte*> reach(std::byte* own) override
    {
        std::vector<std::byte*> all;
        for (const SharedAddress& one : gathered(ranks_, memory_.share(own))) {
            all.push_back(all.size() == mine_ ? own : others_->map(one));
        }
        return all;
    }

    [[nodiscard]] std::string describe() const override { return "copies between devices"; }

private:
    /// Calls work(); what it throws as a text.
    template <typename Work>
    [[nodiscard]] static std::string tried(const Work& work)
    {
        try {
            work();
        } catch (const device::DeviceError& error) {
            return error.what();
        }
        return {};
    }

    void begin(std::span<const Outgoing> sends, std::span<const Incoming> receives,
               Stream work) override
    {
        copy(copied(sends), exposed(receives, &Incoming::from), true, work);
    }
    void begin_rows(std::span<const OutgoingRows> sends, std::span<const Incoming> receives,
                    Stream work) override
    {
        copy(copied(sends), exposed(receives, &Incoming::from), true, work);
    }
    void begin_rows(std::span<const Outgoing> sends, std::span<const IncomingRows> receives,
                    Stream work) override
    {
        copy(copied(receives), exposed(sends, &Outgoing::to), false, work);
    }

    void end(Stream work) override
    {
        device::record(clock_.current().needed, work);
        wait_for_messages(work);
        clock_.finished();
    }

    /// Each rank tells all others that it has come here, and waits until all have told it.
    void begin_meeting(Stream work) override
    {
        const ExchangeEvents& events = clock_.next();
        device::record(events.ready, work);
        device::record(events.needed, work);
        for (std::size_t rank = 0; rank < size_; ++rank) {
            if (rank != mine_) {
                write_flag(ready(flags_of_[rank], mine_), ++numbers_[rank], work);
            }
        }
        for (std::size_t rank = 0; rank < size_; ++rank) {
            if (rank != mine_) {
                wait_for_flag(ready(flags_.data(), rank), numbers_[rank], work);
            }
        }
        device::record(events.done, work);
        clock_.finished();
    }

    [[nodiscard]] Times take_times_and_wait() override
    {
        const ExchangeClock::Seconds seconds = clock_.take_and_wait();
        return {.seconds = seconds.all, .waited_seconds = seconds.waited};
    }

    /// Lets later work on the stream wait until all messages have been copied and have arrived.
    void wait_for_messages(Stream stream) const
    {
        for (const std::size_t rank : exposed_to_) {
            wait_for_flag(done(flags_.data(), rank), numbers_[rank], stream);
        }
        for (const std::size_t rank : copied_with_) {
            device::wait_for(copied_[rank], stream);
        }
    }

    /// The flags of a rank: of each other one, whether its array is ready, and whether it has
    /// copied.
    [[nodiscard]] static unsigned* ready(unsigned* flags, std::size_t rank) { return flags + rank; }
    [[nodiscard]] unsigned* done(unsigned* flags, std::size_t rank) const
    {
        return flags + size_ + rank;
    }

    [[nodiscard]] static std::vector<Copied> copied(std::span<const Outgoing> sends)
    {
        std::vector<Copied> all;
        for (const Outgoing& send : sends) {
            all.push_back({send.to, writable(send.data), send.bytes, 1, send.bytes});
        }
        return all;
    }
    [[nodiscard]] static std::vector<Copied> copied(std::span<const OutgoingRows> sends)
    {
        std::vector<Copied> all;
        for (const OutgoingRows& send : sends) {
            all.push_back({send.to, writable(send.data), send.bytes, send.rows, send.step});
        }
        return all;
    }
    [[nodiscard]] static std::vector<Copied> copied(std::span<const IncomingRows> receives)
    {
        std::vector<Copied> all;
        for (const IncomingRows& one : receives) {
            all.push_back(
                {one.from, static_cast<std::byte*>(one.data), one.bytes, one.rows, one.step});
        }
        return all;
    }
    /// The data of a message that is sent is read only.
    [[nodiscard]] static std::byte* writable(const void* data)
    {
        return static_cast<std::byte*>(const_cast<void*>(data));  // NOLINT(*-const-cast)
    }

    template <typename Message>
    [[nodiscard]] static std::vector<Exposed> exposed(std::span<const Message> messages,
                                                      int Message::*other)
    {
        std::vector<Exposed> all;
        for (const Message& message : messages) {
            all.push_back({message.*other, message.data});
        }
        return all;
    }

    /// `away`: from the copied side to the exposed one.
    void copy(const std::vector<Copied>& mine, const std::vector<Exposed>& exposed, bool away,
              Stream work)
    {
        number_pairs(mine, exposed);
        const device::Event& ready_to_copy = clock_.next().ready;
        device::record(ready_to_copy, work);
        for (const std::size_t rank : exposed_to_) {
            write_flag(ready(flags_of_[rank], mine_), numbers_[rank], work);
        }
        const std::vector<std::byte*> others = addresses(mine, exposed);
        for (const std::size_t rank : copied_with_) {
            const Stream stream = streams_[rank].get();
            device::wait_for(ready_to_copy, stream);
            if (rank != mine_) {
                wait_for_flag(ready(flags_.data(), rank), numbers_[rank], stream);
            }
            for (std::size_t at = 0; at < mine.size(); ++at) {
                if (static_cast<std::size_t>(mine[at].with) == rank) {
                    enqueue(mine[at], others[at], away, stream);
                }
            }
            if (rank != mine_) {
                write_flag(done(flags_of_[rank], mine_), numbers_[rank], stream);
            }
            device::record(copied_[rank], stream);
        }
        wait_for_messages(arrival_.get());
        device::record(clock_.current().done, arrival_.get());
    }

    /// Finds the ranks with which there are messages, and counts the exchanges with each.
    void number_pairs(const std::vector<Copied>& mine, const std::vector<Exposed>& exposed)
    {
        exposed_to_.clear();
        copied_with_.clear();
        for (std::size_t rank = 0; rank < size_; ++rank) {
            const auto is_with = [&](int other) { return static_cast<std::size_t>(other) == rank; };
            const bool copies = std::ranges::any_of(mine, is_with, &Copied::with);
            const bool exposes =
                rank != mine_ && std::ranges::any_of(exposed, is_with, &Exposed::to);
            if (copies) {
                copied_with_.push_back(rank);
            }
            if (exposes) {
                exposed_to_.push_back(rank);
            }
            numbers_[rank] += copies || exposes ? 1 : 0;
        }
    }

    /// The exposed sides of the messages that this rank copies, in their order.
    [[nodiscard]] std::vector<std::byte*> addresses(const std::vector<Copied>& mine,
                                                    const std::vector<Exposed>& exposed)
    {
        std::vector<SharedAddress> told;
        std::vector<std::byte*> own;
        told.reserve(exposed.size());
        std::vector<Outgoing> sends;
        for (const Exposed& one : exposed) {
            if (static_cast<std::size_t>(one.to) == mine_) {
                own.push_back(writable(one.data));
                continue;
            }
            told.push_back(memory_.share(one.data));
            sends.push_back({.to = one.to, .data = &told.back(), .bytes = sizeof(SharedAddress)});
        }
        std::vector<SharedAddress> heard(mine.size());
        std::vector<Incoming> receives;
        for (std::size_t at = 0; at < mine.size(); ++at) {
            if (static_cast<std::size_t>(mine[at].with) != mine_) {
                receives.push_back(
                    {.from = mine[at].with, .data = &heard[at], .bytes = sizeof(SharedAddress)});
            }
        }
        ranks_.exchange(sends, receives);
        std::vector<std::byte*> found;
        auto next_own = own.begin();
        for (std::size_t at = 0; at < mine.size(); ++at) {
            const bool is_own = static_cast<std::size_t>(mine[at].with) == mine_;
            found.push_back(is_own ? *next_own++ : others_->map(heard[at]));
        }
        return found;
    }

    static void enqueue(const Copied& mine, std::byte* other, bool away, Stream stream)
    {
        std::byte* const to = away ? other : mine.data;
        const std::byte* const from = away ? mine.data : other;
        const bool has_gaps = mine.rows > 1 && mine.step != mine.bytes;
        if (has_gaps && mine.step > longest_step) {
            for (std::size_t row = 0; row < mine.rows; ++row) {
                const Copied one{mine.with, mine.data + row * mine.step, mine.bytes, 1, mine.bytes};
                enqueue(one, other + row * mine.bytes, away, stream);
            }
            return;
        }
        const std::size_t to_step = away ? mine.bytes : mine.step;
        const std::size_t from_step = away ? mine.step : mine.bytes;
        device::check(has_gaps ? cudaMemcpy2DAsync(to, to_step, from, from_step, mine.bytes,
                                                   mine.rows, cudaMemcpyDeviceToDevice, stream)
                               : cudaMemcpyAsync(to, from, mine.bytes * mine.rows,
                                                 cudaMemcpyDeviceToDevice, stream),
                      "copy a message between devices");
    }

    static constexpr std::size_t longest_step = (std::size_t{1} << 31U) - 1;  ///< of CUDA's copies

    const Communicator& ranks_;
    std::size_t size_;
    std::size_t mine_;
    device::DeviceBuffer<unsigned> flags_;
    ExchangeClock clock_;
    device::Stream arrival_;               ///< waits for messages to tell when they have arrived
    std::vector<device::Stream> streams_;  ///< of the copies with each rank
    std::vector<device::Event> copied_;
    SharedMemory memory_;
    std::unique_ptr<MappedMemory> others_ = std::make_unique<MappedMemory>();
    std::vector<unsigned*> flags_of_;
    bool connected_ = false;
    int exceptions_ = std::uncaught_exceptions();  ///< that were on their way at the begin
    std::vector<unsigned> numbers_ = std::vector<unsigned>(size_);  ///< of exchanges with each rank
    std::vector<std::size_t> exposed_to_;
    std::vector<std::size_t> copied_with_;
};

/// Why these ranks are not processes of their own on one machine; empty if they are.
std::string objection_to_places(const Communicator& ranks)
{
    const auto machines = gathered_texts(ranks, machine_name());
    if (std::ranges::count(machines, machines.front()) != std::ssize(machines)) {
        return "the ranks are on several machines";
    }
    auto processes = gathered(ranks, getpid());
    std::ranges::sort(processes);
    return std::ranges::adjacent_find(processes) != processes.end() ? "ranks share a process" : "";
}

}  // namespace

std::unique_ptr<Exchange> make_peer_exchange(const Communicator& ranks, std::string& reason)
{
    reason = objection_to_places(ranks);
    if (!reason.empty()) {
        return nullptr;
    }
    auto exchange = std::make_unique<PeerExchange>(ranks);
    const auto objections = gathered_texts(ranks, exchange->connect());
    const auto first = std::ranges::find_if_not(objections, &std::string::empty);
    if (first != objections.end()) {
        reason = "on rank " + std::to_string(first - objections.begin()) + " " + *first;
        return nullptr;
    }
    return exchange;
}

}  // namespace tobiuo::ranks
