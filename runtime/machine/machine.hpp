// SPDX-License-Identifier: BSD-3-Clause
// What whoever computes needs of a back end: arrays, copies, zeros, streams and a clock.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include <tobiuo/backend.hpp>
#include <tobiuo/stream.hpp>

#include "runtime/machine/item_kind.hpp"

namespace tobiuo::runtime {

/// An array of a machine, which lives as long as an object that has it. An empty one has no memory.
class Array {
public:
    Array() = default;
    /// `owner` frees the memory in its destructor.
    template <typename Owner>
    Array(Owner owner, void* data, std::size_t bytes)
        : owner_{std::make_shared<Owner>(std::move(owner))}, data_{data}, bytes_{bytes}
    {
    }

    /// The address of its memory; with OpenCL its buffer (cl_mem).
    [[nodiscard]] void* data() const { return data_; }
    template <typename T>
    [[nodiscard]] T* as() const
    {
        return static_cast<T*>(data_);
    }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

private:
    std::shared_ptr<void> owner_;
    void* data_ = nullptr;
    std::size_t bytes_ = 0;
};

/// A stream that lives as long as an object that has it; with OpenCL a queue (cl_command_queue), on
/// the host null.
using OwnStream = std::shared_ptr<CUstream_st>;

/// The kernel of a kind of items on a GPU.
class ItemKernel {
public:
    ItemKernel() = default;
    ItemKernel(const ItemKernel&) = delete;
    ItemKernel& operator=(const ItemKernel&) = delete;
    virtual ~ItemKernel() = default;

    /// Enqueues the items 0 to count - 1, at least one, of the struct of so many bytes.
    virtual void launch(const void* item, std::size_t bytes, long long count,
                        Stream stream) const = 0;
};

/// The memory of a back end and the order of work on it. A device does what a call asks when the
/// work before it on the stream is done; the host has done it when the call returns. Any thread may
/// call it. All functions throw DeviceError where a device fails.
class Machine {
public:
    Machine() = default;
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;
    virtual ~Machine() = default;

    /// Makes its device the current one of the calling thread, which it was when the machine was
    /// made. All other calls expect that it is.
    virtual void select() const {}

    /// The back end whose machine it is, by which rows of functions are chosen.
    [[nodiscard]] virtual Backend backend() const = 0;

    /// Whether its arrays are memory of the host, so that what lies there needs no copy.
    [[nodiscard]] bool is_host() const { return backend() == Backend::cpu; }

    /// An array that is not set; an empty one for no bytes. Throws std::bad_alloc or DeviceError.
    [[nodiscard]] virtual Array allocate(std::size_t bytes) const = 0;

    /// Copies between two arrays that are the same or do not overlap; but for OpenCL also from
    /// other memory of the host.
    virtual void copy(void* to, const void* from, std::size_t bytes, Stream stream) const = 0;
    /// Sets all bytes to zero.
    virtual void clear(void* array, std::size_t bytes, Stream stream) const = 0;

    /// Copy between memory of the host and an array, from its beginning or, but for OpenCL, from
    /// any address in it, and wait.
    virtual void write_and_wait(void* to, std::span<const std::byte> from,
                                Stream stream = nullptr) const = 0;
    virtual void read_and_wait(std::span<std::byte> to, const void* from,
                               Stream stream = nullptr) const = 0;

    /// Waits for the work on the stream.
    virtual void wait(Stream stream) const = 0;

    /// A stream whose work does not wait for that of others; with OpenCL the queue of the context,
    /// on which plans work.
    [[nodiscard]] virtual OwnStream make_stream() const = 0;

    /// The seconds of the work that `enqueue` puts on the stream, from the end of what is on it
    /// before. Waits for its end.
    [[nodiscard]] virtual double time_and_wait(Stream stream,
                                               const std::function<void()>& enqueue) const = 0;

    /// Begins to compile the kernel of a kind of items for ForEach; null on the host, which runs a
    /// loop. `text` defines the functions that the header of the kind only declares. Throws
    /// std::logic_error with OpenCL, which cannot run them.
    [[nodiscard]] virtual std::shared_ptr<const ItemKernel> prepare(
        const ItemKind& kind, Precision precision, const std::string& text) const = 0;
    /// The most threads of a loop on the host; 0: all.
    [[nodiscard]] virtual int threads() const { return 0; }

    /// An array of zeros that every stream finds so.
    [[nodiscard]] Array zeros_and_wait(std::size_t bytes) const;
    /// An array with these bytes of the host, which every stream finds there.
    [[nodiscard]] Array copied_and_wait(std::span<const std::byte> from,
                                        Stream stream = nullptr) const;
};

/// Waits for the kernels that the calling thread has begun to compile, which objects on a CUDA
/// device do side by side: a constructor that ends with it leaves nothing to the first use. Throws
/// DeviceError.
void wait_for_kernels();

/// Makes `device` the current CUDA device of the calling thread. Throws DeviceError.
void select_device(int device);

/// The machine of a back end: the host, whose memory at most `threads` threads fill and copy (0:
/// all), the CUDA device that is current, or the OpenCL device of this process. Throws DeviceError
/// if there is no such device.
[[nodiscard]] std::unique_ptr<const Machine> make_machine(Backend backend, int threads = 0);

[[nodiscard]] std::unique_ptr<const Machine> make_host_machine(int threads = 0);
[[nodiscard]] std::unique_ptr<const Machine> make_cuda_machine();
[[nodiscard]] std::unique_ptr<const Machine> make_opencl_machine();

}  // namespace tobiuo::runtime
