// SPDX-License-Identifier: BSD-3-Clause
// Memory of the host behind the interface of a device, which counts what is copied and allocated.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "runtime/machine/machine.hpp"

namespace tobiuo::test {

struct MachineCounts {
    int copies = 0;
    std::size_t allocated_bytes = 0;
    std::map<std::size_t, int> reads;  ///< by their bytes
};

/// Whoever uses it has to copy, as from a device, though what computes on the CPU reaches its
/// arrays. The counts outlive it.
class CountingMachine final : public runtime::Machine {
public:
    explicit CountingMachine(MachineCounts& counts, Backend backend = Backend::cuda)
        : counts_{counts}, backend_{backend}
    {
    }

    [[nodiscard]] Backend backend() const override { return backend_; }
    [[nodiscard]] runtime::Array allocate(std::size_t bytes) const override
    {
        counts_.allocated_bytes += bytes;
        return host_->allocate(bytes);
    }
    void copy(void* to, const void* from, std::size_t bytes, Stream stream) const override
    {
        ++counts_.copies;
        host_->copy(to, from, bytes, stream);
    }
    void clear(void* array, std::size_t bytes, Stream stream) const override
    {
        host_->clear(array, bytes, stream);
    }
    void write_and_wait(void* to, std::span<const std::byte> from, Stream stream) const override
    {
        host_->write_and_wait(to, from, stream);
    }
    void read_and_wait(std::span<std::byte> to, const void* from, Stream stream) const override
    {
        ++counts_.reads[to.size()];
        host_->read_and_wait(to, from, stream);
    }
    void wait(Stream stream) const override { host_->wait(stream); }
    [[nodiscard]] runtime::OwnStream make_stream() const override { return host_->make_stream(); }
    [[nodiscard]] std::shared_ptr<const runtime::ItemKernel> prepare(
        const runtime::ItemKind& kind, Precision precision, const std::string& text) const override
    {
        return host_->prepare(kind, precision, text);
    }
    [[nodiscard]] double time_and_wait(Stream stream,
                                       const std::function<void()>& enqueue) const override
    {
        return host_->time_and_wait(stream, enqueue);
    }

private:
    MachineCounts& counts_;
    Backend backend_;
    std::unique_ptr<const runtime::Machine> host_ = runtime::make_host_machine();
};

}  // namespace tobiuo::test
