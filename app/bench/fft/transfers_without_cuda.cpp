// Transfers in a build without a CUDA toolkit.
#include "app/bench/fft/transfers.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"

namespace tobiuo::fft_bench {

TransferTimes time_transfers_and_wait(int /*device*/, std::size_t /*bytes*/, int /*repetitions*/,
                                      const std::function<bool()>& /*stop*/)
{
    throw device::DeviceError{"no device to copy to: " + device::survey().reason};
}

}  // namespace tobiuo::fft_bench
