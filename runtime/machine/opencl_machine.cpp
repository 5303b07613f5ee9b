// SPDX-License-Identifier: BSD-3-Clause
// The memory of the OpenCL device that this process uses.
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "runtime/machine/machine.hpp"
#include "runtime/opencl/buffer.hpp"
#include "runtime/opencl/context.hpp"
#include "runtime/seconds_since.hpp"

namespace tobiuo::runtime {
namespace {

/// The queue of a stream; that of the context for none.
cl_command_queue queue_of(Stream stream)
{
    return stream != nullptr ? reinterpret_cast<cl_command_queue>(stream)
                             : opencl::context().queue();
}

cl_mem buffer_of(const void* array)
{
    // NOLINTNEXTLINE(*-const-cast): a handle, to a buffer that the callers promise not to change
    return static_cast<cl_mem>(const_cast<void*>(array));
}

std::int64_t count_of(std::size_t bytes)
{
    return static_cast<std::int64_t>(bytes);
}

class OpenclMachine final : public Machine {
public:
    [[nodiscard]] Backend backend() const override { return Backend::opencl; }

    [[nodiscard]] Array allocate(std::size_t bytes) const override
    {
        if (bytes == 0) {
            return {};
        }
        opencl::Buffer array{count_of(bytes)};
        cl_mem const data = array.get();
        return {std::move(array), data, bytes};
    }

    void copy(void* to, const void* from, std::size_t bytes, Stream stream) const override
    {
        if (to != from) {
            opencl::copy(buffer_of(to), 0, buffer_of(from), 0, count_of(bytes), queue_of(stream));
        }
    }
    void clear(void* array, std::size_t bytes, Stream stream) const override
    {
        if (bytes > 0) {
            opencl::clear(buffer_of(array), count_of(bytes), queue_of(stream));
        }
    }

    void write_and_wait(void* to, std::span<const std::byte> from, Stream stream) const override
    {
        opencl::write_and_wait(buffer_of(to), 0, from.data(), std::ssize(from), queue_of(stream));
    }
    void read_and_wait(std::span<std::byte> to, const void* from, Stream stream) const override
    {
        opencl::read_and_wait(to.data(), buffer_of(from), 0, std::ssize(to), queue_of(stream));
    }

    void wait(Stream stream) const override { opencl::finish(queue_of(stream)); }
    /// The queue of the context, on which plans work.
    [[nodiscard]] OwnStream make_stream() const override
    {
        return {reinterpret_cast<Stream>(opencl::context().queue()), [](Stream /*kept*/) {}};
    }

    [[nodiscard]] std::shared_ptr<const ItemKernel> prepare(
        const ItemKind& kind, Precision /*precision*/, const std::string& /*text*/) const override
    {
        throw std::logic_error{std::string{"OpenCL C has no templates, so it runs no items of "} +
                               kind.type + ": compute them on the host"};
    }

    /// By the clock of the host: events of queues would need another kind of queue.
    [[nodiscard]] double time_and_wait(Stream stream,
                                       const std::function<void()>& enqueue) const override
    {
        wait(stream);
        const auto start = std::chrono::steady_clock::now();
        enqueue();
        wait(stream);
        return seconds_since(start);
    }
};

}  // namespace

std::unique_ptr<const Machine> make_opencl_machine()
{
    static_cast<void>(opencl::context());
    return std::make_unique<OpenclMachine>();
}

}  // namespace tobiuo::runtime
