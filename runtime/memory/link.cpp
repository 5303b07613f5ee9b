// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/memory/link.hpp"

#include <chrono>
#include <cstddef>
#include <vector>

#include "runtime/device/buffer.hpp"
#include "runtime/device/check.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/median.hpp"
#include "runtime/seconds_since.hpp"

namespace tobiuo::memory {
namespace {

constexpr std::size_t bytes = std::size_t{64} << 20U;

/// Copies in one direction, on a stream of their own.
class Direction {
public:
    explicit Direction(cudaMemcpyKind kind) : kind_{kind} {}

    void enqueue() const
    {
        const bool up = kind_ == cudaMemcpyHostToDevice;
        std::byte* const host = host_.span().data();
        device::check(cudaMemcpyAsync(up ? device_.data() : host, up ? host : device_.data(), bytes,
                                      kind_, stream_.get()),
                      "measure the link");
    }

    void wait() const { device::synchronize(stream_.get()); }

private:
    cudaMemcpyKind kind_;
    device::PinnedBuffer<std::byte> host_{bytes};
    device::DeviceBuffer<std::byte> device_{bytes};
    device::Stream stream_ = device::make_stream();
};

/// Bytes per second of what `enqueue` copies, `moved` bytes, until `wait` returns.
template <typename Enqueue, typename Wait>
double rate(double moved, const Enqueue& enqueue, const Wait& wait)
{
    constexpr int repetitions = 5;
    enqueue();  // the first copy is slower
    wait();
    std::vector<double> rates;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        const auto start = std::chrono::steady_clock::now();
        enqueue();
        wait();
        rates.push_back(moved / seconds_since(start));
    }
    return median(rates);
}

}  // namespace

LinkRates measure_link(int device)
{
    device::select(device);
    const Direction up{cudaMemcpyHostToDevice};
    const Direction down{cudaMemcpyDeviceToHost};
    const auto one = [](const Direction& direction) {
        return rate(
            static_cast<double>(bytes), [&] { direction.enqueue(); }, [&] { direction.wait(); });
    };
    constexpr int copies = 4;  // so that the directions overlap nearly all the time
    return {.to_device = one(up),
            .from_device = one(down),
            .both = rate(
                2.0 * copies * static_cast<double>(bytes),
                [&] {
                    for (int copy = 0; copy < copies; ++copy) {
                        up.enqueue();
                        down.enqueue();
                    }
                },
                [&] {
                    up.wait();
                    down.wait();
                })};
}

}  // namespace tobiuo::memory
