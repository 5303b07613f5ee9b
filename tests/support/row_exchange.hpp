// SPDX-License-Identifier: BSD-3-Clause
// An exchange in host memory that takes rows, as that between devices of one machine does.
#pragma once

#include <cstddef>
#include <cstring>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include <tobiuo/communicator.hpp>

#include "runtime/ranks/exchange.hpp"

namespace tobiuo::test {

class RowExchange final : public ranks::Exchange {
public:
    explicit RowExchange(const Communicator& ranks) : Exchange{ranks}, ranks_{ranks} {}

    [[nodiscard]] bool takes_rows() const override { return true; }
    [[nodiscard]] std::string describe() const override { return "host memory, by rows"; }
    /// How many exchanges of rows have begun.
    [[nodiscard]] int exchanges_of_rows() const { return exchanges_of_rows_; }

private:
    void begin(std::span<const Outgoing> sends, std::span<const Incoming> receives,
               Stream /*work*/) override
    {
        ranks_.exchange(sends, receives);
    }

    void begin_rows(std::span<const ranks::OutgoingRows> sends, std::span<const Incoming> receives,
                    Stream /*work*/) override
    {
        ++exchanges_of_rows_;
        std::deque<std::vector<std::byte>> packed;
        std::vector<Outgoing> messages;
        for (const ranks::OutgoingRows& one : sends) {
            std::vector<std::byte>& block = packed.emplace_back(one.rows * one.bytes);
            for (std::size_t row = 0; row < one.rows; ++row) {
                std::memcpy(block.data() + row * one.bytes,
                            static_cast<const std::byte*>(one.data) + row * one.step, one.bytes);
            }
            messages.push_back({.to = one.to, .data = block.data(), .bytes = block.size()});
        }
        ranks_.exchange(messages, receives);
    }

    void begin_rows(std::span<const Outgoing> sends, std::span<const ranks::IncomingRows> receives,
                    Stream /*work*/) override
    {
        ++exchanges_of_rows_;
        std::deque<std::vector<std::byte>> packed;
        std::vector<Incoming> messages;
        for (const ranks::IncomingRows& one : receives) {
            std::vector<std::byte>& block = packed.emplace_back(one.rows * one.bytes);
            messages.push_back({.from = one.from, .data = block.data(), .bytes = block.size()});
        }
        ranks_.exchange(sends, messages);
        for (const ranks::IncomingRows& one : receives) {
            for (std::size_t row = 0; row < one.rows; ++row) {
                std::memcpy(static_cast<std::byte*>(one.data) + row * one.step,
                            packed.front().data() + row * one.bytes, one.bytes);
            }
            packed.pop_front();
        }
    }

    void end(Stream /*work*/) override {}
    [[nodiscard]] Times take_times_and_wait() override { return {}; }

    const Communicator& ranks_;
    int exchanges_of_rows_ = 0;
};

}  // namespace tobiuo::test
