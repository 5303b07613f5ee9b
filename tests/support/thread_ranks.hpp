// SPDX-License-Identifier: BSD-3-Clause
// Ranks that are threads of one process.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstring>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <span>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include <tobiuo/communicator.hpp>

namespace tobiuo::test {

/// The messages that are on their way between the ranks of a test.
class Mail {
public:
    void put(int from, int to, const void* data, std::size_t bytes)
    {
        std::vector<char> message(bytes);
        std::memcpy(message.data(), data, bytes);
        const std::scoped_lock lock{mutex_};
        boxes_[{from, to}].push_back(std::move(message));
        arrived_.notify_all();
    }

    void get(int from, int to, void* data, std::size_t bytes)
    {
        std::unique_lock lock{mutex_};
        auto& box = boxes_[{from, to}];
        arrived_.wait(lock, [&] { return !box.empty() || failed_; });
        if (box.empty()) {
            throw std::runtime_error{"another rank ended"};
        }
        if (box.front().size() != bytes) {
            throw std::logic_error{"a message has another length than its place"};
        }
        std::memcpy(data, box.front().data(), bytes);
        box.pop_front();
    }

    void fail()
    {
        const std::scoped_lock lock{mutex_};
        failed_ = true;
        arrived_.notify_all();
    }

private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::map<std::pair<int, int>, std::deque<std::vector<char>>> boxes_;
    bool failed_ = false;
};

class ThreadRank final : public Communicator {
public:
    ThreadRank(Mail& mail, int rank, int size) : mail_{mail}, rank_{rank}, size_{size} {}

    [[nodiscard]] int rank() const override { return rank_; }
    [[nodiscard]] int size() const override { return size_; }
    void exchange(std::span<const Outgoing> sends,
                  std::span<const Incoming> receives) const override
    {
        for (const Outgoing& message : sends) {
            mail_.put(rank_, message.to, message.data, message.bytes);
        }
        for (const Incoming& message : receives) {
            mail_.get(message.from, rank_, message.data, message.bytes);
        }
    }

private:
    Mail& mail_;
    int rank_;
    int size_;
};

/// Calls work(communicator) on `size` ranks at the same time; rethrows what the first of them
/// throws.
template <typename Work>
void on_ranks(int size, const Work& work)
{
    Mail mail;
    std::vector<std::thread> threads;
    std::exception_ptr first;
    std::mutex mutex;
    for (int rank = 0; rank < size; ++rank) {
        threads.emplace_back([&, rank] {
            try {
                const ThreadRank communicator{mail, rank, size};
                work(static_cast<const Communicator&>(communicator));
            } catch (...) {
                const std::scoped_lock lock{mutex};
                first = first ? first : std::current_exception();
                mail.fail();
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    if (first) {
        std::rethrow_exception(first);
    }
}

}  // namespace tobiuo::test
