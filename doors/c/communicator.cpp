// SPDX-License-Identifier: BSD-3-Clause
#include "doors/c/communicator.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "doors/c/boundary.hpp"

namespace tobiuo::c_door {
namespace {

/// Where an exchange writes its sentence.
using Text = std::array<char, 1024>;

class RanksOfCaller final : public Communicator {
public:
    explicit RanksOfCaller(const tobiuo_communicator& asked) : asked_{asked} {}

    [[nodiscard]] int rank() const override { return asked_.rank; }
    [[nodiscard]] int size() const override { return asked_.size; }

    void exchange(std::span<const Outgoing> sends,
                  std::span<const Incoming> receives) const override
    {
        std::vector<tobiuo_outgoing> out;
        out.reserve(sends.size());
        for (const Outgoing& message : sends) {
            out.push_back({.data = message.data,
                           .bytes = static_cast<std::int64_t>(message.bytes),
                           .to = message.to,
                           .reserved = 0});
        }
        std::vector<tobiuo_incoming> in;
        in.reserve(receives.size());
        for (const Incoming& message : receives) {
            in.push_back({.data = message.data,
                          .bytes = static_cast<std::int64_t>(message.bytes),
                          .from = message.from,
                          .reserved = 0});
        }
        const tobiuo_messages messages{.sends = out.data(),
                                       .send_count = static_cast<std::int64_t>(out.size()),
                                       .receives = in.data(),
                                       .receive_count = static_cast<std::int64_t>(in.size())};
        Text text{};
        const int found = asked_.exchange(asked_.context, &messages, text.data(),
                                          static_cast<std::int64_t>(text.size()));
        if (found != 0) {
            throw std::runtime_error{sentence_of(found, text)};
        }
    }

private:
    [[nodiscard]] std::string sentence_of(int found, Text& text) const
    {
        text.back() = '\0';  // whatever was written
        if (text.front() != '\0') {
            return text.data();
        }
        return "the exchange of rank " + std::to_string(asked_.rank) + " of " +
               std::to_string(asked_.size) + " returned " + std::to_string(found) +
               " without a sentence: look for the first rank that ended";
    }

    tobiuo_communicator asked_;
};

}  // namespace

std::unique_ptr<const Communicator> ranks_of(const tobiuo_communicator* asked)
{
    require(asked, "communicator");
    require_reserved(asked->reserved);
    static_cast<void>(chosen(asked->through_host_memory, std::array{0, 1}, "through_host_memory"));
    if (asked->exchange == nullptr) {
        throw std::invalid_argument{
            "exchange of the communicator is null: give it the function that sends and receives "
            "messages"};
    }
    if (asked->size < 1) {
        throw std::invalid_argument{"the communicator has " + std::to_string(asked->size) +
                                    " ranks: a program has one or more"};
    }
    if (asked->rank < 0 || asked->rank >= asked->size) {
        throw std::invalid_argument{"this is rank " + std::to_string(asked->rank) + " of " +
                                    std::to_string(asked->size) +
                                    ": count ranks from 0 to less than their number"};
    }
    return std::make_unique<RanksOfCaller>(*asked);
}

}  // namespace tobiuo::c_door
