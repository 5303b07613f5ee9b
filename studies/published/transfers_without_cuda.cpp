// SPDX-License-Identifier: BSD-3-Clause
// Replaces copies to a device in a build without a CUDA toolkit.
#include "runtime/device/error.hpp"
#include "runtime/device/survey.hpp"
#include "studies/published/transfers.hpp"

namespace tobiuo::fft_bench {

TransferTimes time_transfers_and_wait(int /*device*/, std::size_t /*bytes*/, int /*repetitions*/,
                                      const std::function<bool()>& /*stop*/)
{
    throw device::DeviceError{"no device to copy to: " + device::survey().reason};
}

}  // namespace tobiuo::fft_bench
