// SPDX-License-Identifier: BSD-3-Clause
// Ranks that are threads, as callers of the C interface describe them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include <tobiuo/communicator.hpp>

#include "doors/c/tobiuo.h"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::test {

/// The ranks of a Communicator. Exchanges fail while `failure` is not 0, with `sentence`.
class AskedRanks {
public:
    explicit AskedRanks(const Communicator& ranks) : ranks_{ranks} {}

    [[nodiscard]] tobiuo_communicator communicator()
    {
        return {.rank = ranks_.rank(),
                .size = ranks_.size(),
                .exchange = exchange,
                .context = this,
                .through_host_memory = 0,
                .reserved = 0};
    }

    int failure = 0;
    std::string sentence;
    int exchanges = 0;

private:
    static int exchange(void* context, const tobiuo_messages* messages, char* text,
                        std::int64_t text_bytes)
    {
        auto& asked = *static_cast<AskedRanks*>(context);
        ++asked.exchanges;
        if (asked.failure != 0) {
            std::strncpy(text, asked.sentence.c_str(), static_cast<std::size_t>(text_bytes));
            return asked.failure;
        }
        std::vector<Outgoing> sends;
        for (std::int64_t at = 0; at < messages->send_count; ++at) {
            const tobiuo_outgoing& message = messages->sends[at];
            sends.push_back({.to = message.to,
                             .data = message.data,
                             .bytes = static_cast<std::size_t>(message.bytes)});
        }
        std::vector<Incoming> receives;
        for (std::int64_t at = 0; at < messages->receive_count; ++at) {
            const tobiuo_incoming& message = messages->receives[at];
            receives.push_back({.from = message.from,
                                .data = message.data,
                                .bytes = static_cast<std::size_t>(message.bytes)});
        }
        try {
            asked.ranks_.exchange(sends, receives);
        } catch (const std::exception&) {  // another rank of the test ended
            return 1;
        }
        return 0;
    }

    const Communicator& ranks_;
};

/// Calls work(ranks, communicator) on `size` ranks at the same time.
template <typename Work>
void on_asked_ranks(int size, const Work& work)
{
    on_ranks(size, [&](const Communicator& ranks) {
        AskedRanks asked{ranks};
        const tobiuo_communicator communicator = asked.communicator();
        work(asked, communicator);
    });
}

}  // namespace tobiuo::test
