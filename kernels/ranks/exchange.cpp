#include "kernels/ranks/exchange.hpp"

#include <stdexcept>

namespace tobiuo::ranks {
namespace {

[[noreturn]] void refuse_rows()
{
    throw std::logic_error{"this exchange takes no rows: pack them"};
}

/// The communicator's own exchange: nothing else goes on meanwhile.
class HostExchange final : public Exchange {
public:
    explicit HostExchange(const Communicator& ranks) : ranks_{ranks} {}

    void start(std::span<const Outgoing> sends, std::span<const Incoming> receives,
               Stream /*work*/) override
    {
        ranks_.exchange(sends, receives);
    }
    void finish(Stream /*work*/) override {}
    [[nodiscard]] std::string describe() const override { return "host memory"; }

private:
    const Communicator& ranks_;
};

}  // namespace

void Exchange::start_rows(std::span<const OutgoingRows> /*sends*/,
                          std::span<const Incoming> /*receives*/, Stream /*work*/)
{
    refuse_rows();
}

void Exchange::start_rows(std::span<const Outgoing> /*sends*/,
                          std::span<const IncomingRows> /*receives*/, Stream /*work*/)
{
    refuse_rows();
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
