// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/ranks/exchange.hpp"

#include <chrono>
#include <stdexcept>
#include <utility>

#include "runtime/seconds_since.hpp"

namespace tobiuo::ranks {
namespace {

[[noreturn]] void refuse_rows()
{
    throw std::logic_error{"this exchange takes no rows: pack them"};
}

[[noreturn]] void refuse_kernels()
{
    throw std::logic_error{"kernels of this exchange reach no other rank: send messages"};
}

std::size_t bytes_of(const Outgoing& message)
{
    return message.bytes;
}

std::size_t bytes_of(const OutgoingRows& message)
{
    return message.rows * message.bytes;
}

/// The communicator's own exchange: nothing else goes on meanwhile.
class HostExchange final : public Exchange {
public:
    explicit HostExchange(const Communicator& ranks) : Exchange{ranks}, ranks_{ranks} {}

    [[nodiscard]] std::string describe() const override { return "host memory"; }

private:
    void begin(std::span<const Outgoing> sends, std::span<const Incoming> receives,
               Stream /*work*/) override
    {
        const auto start = std::chrono::steady_clock::now();
        ranks_.exchange(sends, receives);
        const double seconds = seconds_since(start);
        times_.seconds += seconds;
        times_.waited_seconds += seconds;
    }
    void end(Stream /*work*/) override {}
    [[nodiscard]] Times take_times_and_wait() override { return std::exchange(times_, {}); }

    const Communicator& ranks_;
    Times times_;
};

}  // namespace

template <typename Message>
void Exchange::count(std::span<const Message> sends)
{
    ++counted_.exchanges;
    for (const Message& message : sends) {
        counted_.bytes += message.to == rank_ ? 0 : static_cast<std::int64_t>(bytes_of(message));
    }
}

void Exchange::start(std::span<const Outgoing> sends, std::span<const Incoming> receives,
                     Stream work)
{
    count(sends);
    begin(sends, receives, work);
}

void Exchange::start_rows(std::span<const OutgoingRows> sends, std::span<const Incoming> receives,
                          Stream work)
{
    count(sends);
    begin_rows(sends, receives, work);
}

void Exchange::start_rows(std::span<const Outgoing> sends, std::span<const IncomingRows> receives,
                          Stream work)
{
    count(sends);
    begin_rows(sends, receives, work);
}

void Exchange::begin_rows(std::span<const OutgoingRows> /*sends*/,
                          std::span<const Incoming> /*receives*/, Stream /*work*/)
{
    refuse_rows();
}

void Exchange::begin_rows(std::span<const Outgoing> /*sends*/,
                          std::span<const IncomingRows> /*receives*/, Stream /*work*/)
{
    refuse_rows();
}

std::vector<std::byte*> Exchange::reach(std::byte* /*own*/)
{
    refuse_kernels();
}

void Exchange::begin_meeting(Stream /*work*/)
{
    refuse_kernels();
}

void Exchange::meet(std::int64_t sent_bytes, Stream work)
{
    counted_.exchanges += sent_bytes > 0 ? 1 : 0;
    counted_.bytes += sent_bytes;
    begin_meeting(work);
}

ExchangeUse Exchange::take_use_and_wait()
{
    ExchangeUse use = std::exchange(counted_, {});
    const Times times = take_times_and_wait();
    check_arrival();
    use.seconds = times.seconds;
    use.waited_seconds = times.waited_seconds;
    return use;
}

std::unique_ptr<Exchange> make_exchange(Backend backend, const Communicator& ranks,
                                        Transport transport)
{
    if (backend == Backend::cuda) {
        return make_device_exchange(ranks, transport);
    }
    return std::make_unique<HostExchange>(ranks);
}

}  // namespace tobiuo::ranks
