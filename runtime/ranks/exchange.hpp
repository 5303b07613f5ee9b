// SPDX-License-Identifier: BSD-3-Clause
// Messages between the arrays of ranks, in host memory or on devices, while other work goes on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <tobiuo/backend.hpp>
#include <tobiuo/communicator.hpp>
#include <tobiuo/stream.hpp>

namespace tobiuo::ranks {

/// Rows of `bytes` bytes, `step` bytes apart, for another rank, which gets them without gaps.
struct OutgoingRows {
    int to{};
    const void* data{};
    std::size_t bytes{};
    std::size_t rows{};
    std::size_t step{};
};

/// The place for rows that another rank has without gaps.
struct IncomingRows {
    int from{};
    void* data{};
    std::size_t bytes{};
    std::size_t rows{};
    std::size_t step{};
};

/// An exchange at a time: start(), other work, finish(). The arrays are where the back end has its
/// arrays. All ranks call both in the same order.
///
/// On devices, arrays that are received into and those that are sent against IncomingRows belong to
/// the caller: memory of cudaMalloc that lives as long as the exchange, whose destructor is
/// collective.
class Exchange {
public:
    explicit Exchange(const Communicator& ranks) : rank_{ranks.rank()} {}
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;
    virtual ~Exchange() = default;

    /// Begins to send and to receive, after the work that is on the stream `work`. The arrays that
    /// are sent must keep their values, and nothing may use those that are received, until
    /// finish(). Throws std::runtime_error or DeviceError.
    void start(std::span<const Outgoing> sends, std::span<const Incoming> receives, Stream work);

    /// Whether start_rows() does what start() does for rows, so that nobody needs to pack these.
    [[nodiscard]] virtual bool takes_rows() const { return false; }
    void start_rows(std::span<const OutgoingRows> sends, std::span<const Incoming> receives,
                    Stream work);
    void start_rows(std::span<const Outgoing> sends, std::span<const IncomingRows> receives,
                    Stream work);

    /// Whether kernels of a rank load and store arrays of the others, after reach() and meet().
    [[nodiscard]] virtual bool reaches() const { return false; }

    /// The addresses at which this rank reaches an array of each rank; each gives its `own`, in
    /// memory of cudaMalloc that lives as long as this object. Collective.
    [[nodiscard]] virtual std::vector<std::byte*> reach(std::byte* own);

    /// Collective. Later work on the stream begins when the earlier work on the streams of all ranks
    /// has ended, and finds what that has stored. `sent_bytes` is counted: of the messages that
    /// this rank's kernels have carried since the last time.
    void meet(std::int64_t sent_bytes, Stream work);

    /// Whether messages are worth work that is made in parts only so that they travel beside it:
    /// they take longer than what the parts do twice. Copies between devices of one machine and
    /// messages of CPUs do not.
    [[nodiscard]] virtual bool pays_to_hide() const { return false; }

    /// Later work on the stream finds the messages in their places.
    void finish(Stream work) { end(work); }

    /// Throws DeviceError if messages have failed: a wait for the stream then ends early, with any
    /// values in their places. Whoever has waited for the stream calls it.
    virtual void check_arrival() const {}

    /// How messages travel, as one clause: "NCCL 2.27.3", "host memory (...)".
    [[nodiscard]] virtual std::string describe() const = 0;

    /// start() and finish() at once.
    void exchange(std::span<const Outgoing> sends, std::span<const Incoming> receives, Stream work)
    {
        start(sends, receives, work);
        finish(work);
    }

    /// What the exchanges since the last call have taken. Waits for them; not between start() and
    /// finish(). Throws as check_arrival() does.
    [[nodiscard]] ExchangeUse take_use_and_wait();

protected:
    struct Times {
        double seconds{};
        double waited_seconds{};
    };

private:
    virtual void begin(std::span<const Outgoing> sends, std::span<const Incoming> receives,
                       Stream work) = 0;
    virtual void begin_rows(std::span<const OutgoingRows> sends, std::span<const Incoming> receives,
                            Stream work);
    virtual void begin_rows(std::span<const Outgoing> sends, std::span<const IncomingRows> receives,
                            Stream work);
    virtual void end(Stream work) = 0;
    virtual void begin_meeting(Stream work);
    /// The times of the exchanges since the last call.
    [[nodiscard]] virtual Times take_times_and_wait() = 0;

    template <typename Message>
    void count(std::span<const Message> sends);

    int rank_;
    ExchangeUse counted_;  ///< without times
};

/// Which way messages between devices take.
enum class Transport {
    /// By copies between the devices of one machine; else by NCCL if it is there and each rank has
    /// a device of its own.
    automatic,
    host_memory  ///< through pinned memory of the host and the communicator
};

/// An exchange between arrays of the back end, on the device that is current. Collective. Throws
/// DeviceError.
[[nodiscard]] std::unique_ptr<Exchange> make_exchange(Backend backend, const Communicator& ranks,
                                                      Transport transport = Transport::automatic);

/// The devices' kind of it. Throws DeviceError in a build without CUDA.
[[nodiscard]] std::unique_ptr<Exchange> make_device_exchange(const Communicator& ranks,
                                                             Transport transport);

}  // namespace tobiuo::ranks
