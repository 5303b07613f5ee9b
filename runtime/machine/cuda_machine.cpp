// SPDX-License-Identifier: BSD-3-Clause
// The memory of a CUDA device.
#include <cuda_runtime_api.h>

#include <array>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "runtime/device/buffer.hpp"
#include "runtime/device/check.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/graph/recorded_work.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/machine/item_kernel.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/rounding.hpp"

namespace tobiuo::runtime {
namespace {

/// Recorded kernels are enqueued later than copies.
void refuse_recording()
{
    if (device::Recording::current() != nullptr) {
        throw std::logic_error{
            "a copy was asked for among recorded kernels (it would come before them): enqueue it "
            "before they are recorded"};
    }
}

class CudaItems final : public ItemKernel {
public:
    CudaItems(const ItemKind& kind, const device::Specialisation& kernel)
        : threads_{kind.threads}, kernel_{kernel}
    {
    }

    void launch(const void* item, std::size_t bytes, long long count, Stream stream) const override
    {
        // NOLINTNEXTLINE(*-const-cast): CUDA copies the arguments
        std::array<void*, 2> arguments{const_cast<void*>(item), &count};
        const std::array sizes{bytes, sizeof(count)};
        kernel_.launch_sized(
            {.grid = dim3{static_cast<unsigned>(parts_of<long long>(count, threads_))},
             .block = dim3{static_cast<unsigned>(threads_)},
             .stream = stream},
            arguments, sizes);
    }

private:
    int threads_;
    device::Kernel kernel_;
};

class CudaMachine final : public Machine {
public:
    void select() const override { device::select(device_); }

    [[nodiscard]] Backend backend() const override { return Backend::cuda; }

    [[nodiscard]] Array allocate(std::size_t bytes) const override
    {
        if (bytes == 0) {
            return {};
        }
        device::DeviceBuffer<std::byte> array{bytes};
        std::byte* const data = array.data();
        return {std::move(array), data, bytes};
    }

    void copy(void* to, const void* from, std::size_t bytes, Stream stream) const override
    {
        refuse_recording();
        device::check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream), "copy an array");
    }
    void clear(void* array, std::size_t bytes, Stream stream) const override
    {
        refuse_recording();
        if (bytes > 0) {
            device::check(cudaMemsetAsync(array, 0, bytes, stream), "clear an array");
        }
    }

    void write_and_wait(void* to, std::span<const std::byte> from, Stream stream) const override
    {
        refuse_recording();
        device::copy_to_device(static_cast<std::byte*>(to), from, stream);
        wait(stream);
    }
    void read_and_wait(std::span<std::byte> to, const void* from, Stream stream) const override
    {
        refuse_recording();
        device::copy_to_host(to, static_cast<const std::byte*>(from), stream);
        wait(stream);
    }

    void wait(Stream stream) const override { device::synchronize(stream); }
    [[nodiscard]] OwnStream make_stream() const override { return device::make_stream(); }

    [[nodiscard]] std::shared_ptr<const ItemKernel> prepare(const ItemKind& kind,
                                                            Precision precision,
                                                            const std::string& text) const override
    {
        return std::make_shared<const CudaItems>(kind, item_kernel(kind, precision, text));
    }

    [[nodiscard]] double time_and_wait(Stream stream,
                                       const std::function<void()>& enqueue) const override
    {
        const device::Event start = device::make_event();
        const device::Event stop = device::make_event();
        device::check(cudaEventRecord(start.get(), stream), "start a measurement");
        enqueue();
        device::check(cudaEventRecord(stop.get(), stream), "stop a measurement");
        return device::seconds_between(start, stop);
    }

private:
    int device_ = device::current_device();
};

}  // namespace

device::Specialisation item_kernel(const ItemKind& kind, Precision precision,
                                   const std::string& text)
{
    const bool single = precision == Precision::fp32;
    return {
        .source = "runtime/machine/run_item.cuh",
        .kernel = "run_item",
        .includes = {kind.header},
        .preamble = text,
        .config = {std::string{"using Item = "} + kind.type + (single ? "<float>;" : "<double>;")},
        .options =
            kind.contracts ? std::vector<std::string>{} : std::vector<std::string>{"--fmad=false"},
        .name = std::string{kind.name} + (single ? "-fp32" : "-fp64")};
}

void wait_for_kernels()
{
    device::Kernel::wait_for_begun();
}

void select_device(int device)
{
    device::select(device);
}

std::unique_ptr<const Machine> make_cuda_machine()
{
    return std::make_unique<CudaMachine>();
}

}  // namespace tobiuo::runtime
