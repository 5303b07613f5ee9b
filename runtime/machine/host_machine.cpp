// SPDX-License-Identifier: BSD-3-Clause
// The memory of the host.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <utility>

#include "runtime/machine/machine.hpp"
#include "runtime/memory/host_array.hpp"
#include "runtime/rounding.hpp"
#include "runtime/seconds_since.hpp"
#include "runtime/threads.hpp"

namespace tobiuo::runtime {
namespace {

class HostMachine final : public Machine {
public:
    explicit HostMachine(int threads) : threads_{threads} {}

    [[nodiscard]] Backend backend() const override { return Backend::cpu; }

    [[nodiscard]] Array allocate(std::size_t bytes) const override
    {
        if (bytes == 0) {
            return {};
        }
        memory::HostArray<std::byte> array{bytes};
        std::byte* const data = array.data();
        return {std::move(array), data, bytes};
    }

    void copy(void* to, const void* from, std::size_t bytes, Stream /*stream*/) const override
    {
        if (to == from) {
            return;
        }
        in_parts(bytes, [=](std::size_t first, std::size_t count) {
            std::memcpy(static_cast<std::byte*>(to) + first,
                        static_cast<const std::byte*>(from) + first, count);
        });
    }
    void clear(void* array, std::size_t bytes, Stream /*stream*/) const override
    {
        in_parts(bytes, [=](std::size_t first, std::size_t count) {
            std::memset(static_cast<std::byte*>(array) + first, 0, count);
        });
    }

    void write_and_wait(void* to, std::span<const std::byte> from, Stream stream) const override
    {
        copy(to, from.data(), from.size(), stream);
    }
    void read_and_wait(std::span<std::byte> to, const void* from, Stream stream) const override
    {
        copy(to.data(), from, to.size(), stream);
    }

    void wait(Stream /*stream*/) const override {}
    [[nodiscard]] OwnStream make_stream() const override { return nullptr; }

    [[nodiscard]] double time_and_wait(Stream /*stream*/,
                                       const std::function<void()>& enqueue) const override
    {
        const auto start = std::chrono::steady_clock::now();
        enqueue();
        return seconds_since(start);
    }

    [[nodiscard]] std::shared_ptr<const ItemKernel> prepare(
        const ItemKind& /*kind*/, Precision /*precision*/,
        const std::string& /*text*/) const override
    {
        return nullptr;
    }
    [[nodiscard]] int threads() const override { return threads_; }

private:
    /// Calls work(first, count) for an equal part of the bytes by each thread: where it is the
    /// first to write, pages lie near the threads that work on such parts.
    template <typename Work>
    void in_parts(std::size_t bytes, const Work& work) const
    {
        if (bytes == 0) {
            return;  // and perhaps no address
        }
        constexpr double nanoseconds = 0.1;  // of a byte
        int threads = threads_for(static_cast<std::int64_t>(bytes), nanoseconds);
        if (threads_ > 0) {
            threads = std::min(threads, threads_);
        }
        if (threads == 1) {
            work(std::size_t{0}, bytes);
            return;
        }
        const auto parts = static_cast<std::size_t>(threads);
#pragma omp parallel for schedule(static) num_threads(threads)
        for (std::size_t part = 0; part < parts; ++part) {
            const std::size_t first = begin_of_part(part, parts, bytes);
            work(first, begin_of_part(part + 1, parts, bytes) - first);
        }
    }

    int threads_;
};

}  // namespace

std::unique_ptr<const Machine> make_host_machine(int threads)
{
    return std::make_unique<HostMachine>(threads);
}

}  // namespace tobiuo::runtime
