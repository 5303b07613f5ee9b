// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/ranks/nccl_exchange.hpp"

#include <nccl.h>

#include <array>
#include <exception>
#include <memory>
#include <string>
#include <utility>

#include "runtime/device/check.hpp"
#include "runtime/device/cuda_library.hpp"
#include "runtime/device/error.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/ranks/exchange_clock.hpp"
#include "runtime/ranks/messages.hpp"
#include "runtime/ranks/watchdog.hpp"

namespace tobiuo::ranks {
namespace {

/// The functions of libnccl, resolved once.
class Nccl {
public:
    /// The library, or why there is none in `refusal`.
    Nccl()
    {
        const std::array<std::string, 1> names{"libnccl.so.2"};
        device::FoundLibrary found = device::find_cuda_library(names);
        if (!found.library) {
            refusal = "the library of NCCL was not found (tried " + found.tried + ")";
            return;
        }
        library_ = std::move(found.library);
        resolve(get_version, "ncclGetVersion");
        resolve(get_unique_id, "ncclGetUniqueId");
        resolve(init, "ncclCommInitRank");
        resolve(abort, "ncclCommAbort");
        resolve(destroy, "ncclCommDestroy");
        resolve(async_error, "ncclCommGetAsyncError");
        resolve(error_text, "ncclGetErrorString");
        resolve(group_start, "ncclGroupStart");
        resolve(group_end, "ncclGroupEnd");
        resolve(send, "ncclSend");
        resolve(receive, "ncclRecv");
    }

    std::string refusal;
    decltype(&ncclGetVersion) get_version{};
    decltype(&ncclGetUniqueId) get_unique_id{};
    decltype(&ncclCommInitRank) init{};
    decltype(&ncclCommAbort) abort{};
    decltype(&ncclCommDestroy) destroy{};
    decltype(&ncclCommGetAsyncError) async_error{};
    decltype(&ncclGetErrorString) error_text{};
    decltype(&ncclGroupStart) group_start{};
    decltype(&ncclGroupEnd) group_end{};
    decltype(&ncclSend) send{};
    decltype(&ncclRecv) receive{};

private:
    template <typename Function>
    void resolve(Function& function, const char* name)
    {
        function = reinterpret_cast<Function>(dlsym(library_.get(), name));
        if (function == nullptr && refusal.empty()) {
            refusal = "the library of NCCL lacks " + std::string{name} + ": it is too old";
        }
    }

    device::SharedLibrary library_;
};

const Nccl& nccl()
{
    static const Nccl library;
    return library;
}

/// The sentence of a failure; empty for a status that is none.
std::string failure_text(ncclResult_t status, const std::string& doing)
{
    if (status == ncclSuccess || status == ncclInProgress) {
        return {};
    }
    return "NCCL could not " + doing + " (" + nccl().error_text(status) +
           "): look for the first rank that ended, or set NCCL_DEBUG=WARN to see more";
}

void check(ncclResult_t status, const std::string& doing)
{
    if (const std::string failure = failure_text(status, doing); !failure.empty()) {
        throw device::DeviceError{failure};
    }
}

/// A watchdog asks for errors that NCCL finds while messages are on their way (the network, a rank
/// on another machine that ended): kernels would wait for such messages without an end, and the host
/// with them. NCCL does not see the end of a rank on the same machine; there MPI's launcher ends the
/// others.
class NcclExchange final : public Exchange {
public:
    explicit NcclExchange(const Communicator& ranks)
        : Exchange{ranks}, stream_{device::make_stream()}
    {
        ncclUniqueId id{};
        if (ranks.rank() == 0) {
            check(nccl().get_unique_id(&id), "begin");
        }
        id = from_first(ranks, id);
        check(nccl().init(&all_, ranks.size(), id, ranks.rank()), "connect the devices");
        device_ = device::current_device();
        watchdog_ = std::make_unique<Watchdog>([this] { return failure(); }, [this] { abort(); });
    }
    NcclExchange(const NcclExchange&) = delete;
    NcclExchange& operator=(const NcclExchange&) = delete;
    /// While an exception is on its way, nobody knows whether the others still come.
    ~NcclExchange() override
    {
        watchdog_.reset();
        if (std::uncaught_exceptions() > 0) {
            abort();
        }
        if (!aborted_) {
            nccl().destroy(all_);
        }
    }

    [[nodiscard]] bool pays_to_hide() const override { return true; }
    void check_arrival() const override { watchdog_->check(); }

    [[nodiscard]] std::string describe() const override
    {
        int version = 0;
        check(nccl().get_version(&version), "tell its version");
        return "NCCL " + std::to_string(version / 10000) + "." +
               std::to_string(version / 100 % 100) + "." + std::to_string(version % 100);
    }

private:
    void begin(std::span<const Outgoing> sends, std::span<const Incoming> receives,
               Stream work) override
    {
        const ExchangeEvents& events = clock_.next();
        watchdog_->guarded([&] {
            device::record(events.ready, work);
            device::wait_for(events.ready, stream_.get());
            check(nccl().group_start(), "begin an exchange");
            for (const Outgoing& message : sends) {
                check(nccl().send(message.data, message.bytes, ncclChar, message.to, all_,
                                  stream_.get()),
                      "send a message");
            }
            for (const Incoming& message : receives) {
                check(nccl().receive(message.data, message.bytes, ncclChar, message.from, all_,
                                     stream_.get()),
                      "receive a message");
            }
            check(nccl().group_end(), "exchange messages");
            device::record(events.done, stream_.get());
        });
    }

    void end(Stream work) override
    {
        device::record(clock_.current().needed, work);
        device::wait_for(clock_.current().done, work);
        clock_.finished();
    }

    [[nodiscard]] Times take_times_and_wait() override
    {
        const ExchangeClock::Seconds seconds = clock_.take_and_wait();
        return {.seconds = seconds.all, .waited_seconds = seconds.waited};
    }

    /// Why messages that are on their way have failed; empty if they have not.
    [[nodiscard]] std::string failure() const
    {
        ncclResult_t status = ncclSuccess;
        const ncclResult_t asked = nccl().async_error(all_, &status);
        return failure_text(asked == ncclSuccess ? status : asked, "exchange messages");
    }

    /// Ends the kernels that wait for messages.
    void abort()
    {
        if (!aborted_) {
            static_cast<void>(cudaSetDevice(device_));
            nccl().abort(all_);
            aborted_ = true;
        }
    }

    device::Stream stream_;
    ExchangeClock clock_;
    ncclComm_t all_ = nullptr;
    int device_ = 0;
    bool aborted_ = false;
    std::unique_ptr<Watchdog> watchdog_;
};

}  // namespace

std::string nccl_unsupported_reason()
{
    return nccl().refusal;
}

std::unique_ptr<Exchange> make_nccl_exchange(const Communicator& ranks)
{
    return std::make_unique<NcclExchange>(ranks);
}

}  // namespace tobiuo::ranks
