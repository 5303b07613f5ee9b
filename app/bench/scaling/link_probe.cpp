#include "app/bench/scaling/link_probe.hpp"

#include <cstddef>
#include <vector>

#include "app/bench/scaling/rank_trial.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/ranks/exchange.hpp"

namespace tobiuo::scaling_bench {
namespace {

/// Messages of a rank in arrays of its own.
class ProbedLink {
public:
    ProbedLink(const Communicator& ranks, Backend backend)
        : ranks_{ranks},
          machine_{runtime::make_machine(backend)},
          stream_{machine_->make_stream()},
          most_{backend == Backend::cuda ? std::int64_t{64} << 20U : std::int64_t{4} << 20U},
          sent_{machine_->zeros_and_wait(static_cast<std::size_t>(most_))},
          received_{machine_->zeros_and_wait(static_cast<std::size_t>(most_))},
          exchange_{ranks::make_exchange(backend, ranks)}
    {
    }

    /// The median of an exchange in which each rank sends to the next `count` ranks.
    [[nodiscard]] double seconds(int count, std::int64_t bytes, std::int64_t exchanges)
    {
        std::vector<Outgoing> sends;
        std::vector<Incoming> receives;
        const auto size = static_cast<std::size_t>(bytes);
        for (int step = 1; step <= count; ++step) {
            const int to = (ranks_.rank() + step) % ranks_.size();
            const int from = (ranks_.rank() + ranks_.size() - step) % ranks_.size();
            const std::size_t at = static_cast<std::size_t>(step - 1) * size;
            sends.push_back({.to = to, .data = sent_.as<std::byte>() + at, .bytes = size});
            receives.push_back(
                {.from = from, .data = received_.as<std::byte>() + at, .bytes = size});
        }
        const auto work = [&] {
            for (std::int64_t n = 0; n < exchanges; ++n) {
                exchange_->exchange(sends, receives, stream_.get());
            }
            machine_->wait(stream_.get());
        };
        work();
        constexpr int repetitions = 5;
        return time_together(ranks_, repetitions, exchanges, work).times().median;
    }

    [[nodiscard]] std::int64_t most() const { return most_; }
    [[nodiscard]] bool copies_rows() const { return exchange_->takes_rows(); }

private:
    const Communicator& ranks_;
    std::unique_ptr<const runtime::Machine> machine_;
    runtime::OwnStream stream_;
    std::int64_t most_;
    runtime::Array sent_;
    runtime::Array received_;
    std::unique_ptr<ranks::Exchange> exchange_;
};

}  // namespace

scaling::Link measured_link(const Communicator& ranks, Backend backend)
{
    constexpr std::int64_t short_message = 16;
    constexpr std::int64_t short_exchanges = 50;
    constexpr std::int64_t long_exchanges = 4;
    ProbedLink probe{ranks, backend};
    const int others = ranks.size() - 1;
    const double latency = probe.seconds(others, short_message, short_exchanges) / others;
    const double seconds = probe.seconds(1, probe.most(), long_exchanges);
    return {.bytes_per_second = static_cast<double>(probe.most()) / seconds,
            .latency_seconds = latency,
            .overlaps = backend == Backend::cuda,
            .copies_rows = probe.copies_rows()};
}

}  // namespace tobiuo::scaling_bench
