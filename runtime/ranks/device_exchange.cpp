// SPDX-License-Identifier: BSD-3-Clause
// Messages between devices through the host's memory, and the choice of the way they take.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "runtime/device/buffer.hpp"
#include "runtime/device/check.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/ranks/exchange.hpp"
#include "runtime/ranks/exchange_clock.hpp"
#include "runtime/ranks/machine_name.hpp"
#include "runtime/ranks/messages.hpp"
#include "runtime/ranks/nccl_exchange.hpp"
#include "runtime/ranks/peer_exchange.hpp"

namespace tobiuo::ranks {
namespace {

/// Pinned memory that grows.
class Staging {
public:
    [[nodiscard]] char* of(std::size_t bytes)
    {
        if (!buffer_ || buffer_->span().size() < bytes) {
            buffer_.reset();
            buffer_ = std::make_unique<device::PinnedBuffer<char>>(bytes);
        }
        return buffer_->span().data();
    }

private:
    std::unique_ptr<device::PinnedBuffer<char>> buffer_;
};

/// Copies to the host, the communicator's exchange, and copies to the device. finish() waits for
/// the first two, while other work goes on on the device.
class StagedExchange final : public Exchange {
public:
    StagedExchange(const Communicator& ranks, std::string reason)
        : Exchange{ranks}, ranks_{ranks}, reason_{std::move(reason)}, stream_{device::make_stream()}
    {
    }

    [[nodiscard]] bool pays_to_hide() const override { return true; }
    [[nodiscard]] std::string describe() const override { return "host memory (" + reason_ + ")"; }

private:
    void begin(std::span<const Outgoing> sends, std::span<const Incoming> receives,
               Stream work) override
    {
        const device::Event& ready = clock_.next().ready;
        device::record(ready, work);
        device::wait_for(ready, stream_.get());
        sends_.assign(sends.begin(), sends.end());
        receives_.assign(receives.begin(), receives.end());
        device::synchronize(stream_.get());  // with the blocks of the exchange before
        char* block = outgoing_.of(bytes_of(sends_));
        for (Outgoing& message : sends_) {
            device::check(cudaMemcpyAsync(block, message.data, message.bytes,
                                          cudaMemcpyDeviceToHost, stream_.get()),
                          "copy a message from the device");
            message.data = block;
            block += message.bytes;
        }
    }

    void end(Stream work) override
    {
        device::record(clock_.current().needed, work);
        device::synchronize(stream_.get());
        std::vector<Incoming> on_host = receives_;
        char* block = incoming_.of(bytes_of(receives_));
        for (Incoming& message : on_host) {
            message.data = block;
            block += message.bytes;
        }
        ranks_.exchange(sends_, on_host);
        for (std::size_t at = 0; at < receives_.size(); ++at) {
            device::check(cudaMemcpyAsync(receives_[at].data, on_host[at].data, on_host[at].bytes,
                                          cudaMemcpyHostToDevice, stream_.get()),
                          "copy a message to the device");
        }
        device::record(clock_.current().done, stream_.get());
        device::wait_for(clock_.current().done, work);
        clock_.finished();
    }

    [[nodiscard]] Times take_times_and_wait() override
    {
        const ExchangeClock::Seconds seconds = clock_.take_and_wait();
        return {.seconds = seconds.all, .waited_seconds = seconds.waited};
    }

    template <typename Messages>
    [[nodiscard]] static std::size_t bytes_of(const Messages& messages)
    {
        std::size_t bytes = 1;
        for (const auto& message : messages) {
            bytes += message.bytes;
        }
        return bytes;
    }

    const Communicator& ranks_;
    std::string reason_;
    device::Stream stream_;
    ExchangeClock clock_;
    Staging outgoing_;
    Staging incoming_;
    std::vector<Outgoing> sends_;
    std::vector<Incoming> receives_;
};

/// The current device among those of all machines.
std::string device_identity()
{
    const int index = device::current_device();
    const auto& devices = device::survey().devices;
    const auto found = std::ranges::find(devices, index, &device::DeviceInfo::index);
    return machine_name() + " " +
           (found == devices.end() ? std::to_string(index) : found->pci_bus_id);
}

/// Why NCCL does not serve these ranks, the same on all of them; empty if it does.
std::string objection_to_nccl(const Communicator& ranks)
{
    const std::vector<std::string> reasons = gathered_texts(ranks, nccl_unsupported_reason());
    const std::vector<std::string> devices = gathered_texts(ranks, device_identity());
    for (std::size_t rank = 0; rank < reasons.size(); ++rank) {
        if (!reasons[rank].empty()) {
            return "on rank " + std::to_string(rank) + " " + reasons[rank];
        }
        const auto other = std::ranges::find(devices, devices[rank]) - devices.begin();
        if (other < static_cast<std::ptrdiff_t>(rank)) {
            return "ranks " + std::to_string(other) + " and " + std::to_string(rank) +
                   " share a device, which NCCL does not allow";
        }
    }
    return {};
}

}  // namespace

std::unique_ptr<Exchange> make_device_exchange(const Communicator& ranks, Transport transport)
{
    if (transport == Transport::host_memory) {
        return std::make_unique<StagedExchange>(ranks, "as asked for");
    }
    std::string no_copies;
    if (auto exchange = make_peer_exchange(ranks, no_copies)) {
        return exchange;
    }
    std::string no_nccl = objection_to_nccl(ranks);
    if (no_nccl.empty()) {
        return make_nccl_exchange(ranks);
    }
    return std::make_unique<StagedExchange>(ranks, no_copies + "; " + no_nccl);
}

}  // namespace tobiuo::ranks
