// SPDX-License-Identifier: BSD-3-Clause
#include "studies/published/transfers.hpp"

#include <algorithm>
#include <span>

#include "runtime/device/buffer.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/memory/event_timer.hpp"

namespace tobiuo::fft_bench {

TransferTimes time_transfers_and_wait(int device, std::size_t bytes, int repetitions,
                                      const std::function<bool()>& stop)
{
    device::select(device);
    const device::Stream stream = device::make_stream();
    const memory::EventTimer timer;
    const device::PinnedBuffer<std::byte> host{bytes};
    const device::DeviceBuffer<std::byte> there{bytes};
    std::ranges::fill(host.span(), std::byte{0});
    TransferTimes times;
    for (int repetition = -1; repetition < repetitions && !stop(); ++repetition) {
        const double up = timer.time_and_wait(stream.get(), [&] {
            device::copy_to_device(there.data(), std::span<const std::byte>{host.span()},
                                   stream.get());
        });
        const double down = timer.time_and_wait(stream.get(), [&] {
            device::copy_to_host(host.span(), static_cast<const std::byte*>(there.data()),
                                 stream.get());
        });
        if (repetition >= 0) {  // the first repetition warms up
            times.to_device.push_back(up);
            times.to_host.push_back(down);
        }
    }
    return times;
}

}  // namespace tobiuo::fft_bench
