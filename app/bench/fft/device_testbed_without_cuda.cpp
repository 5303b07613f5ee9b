// The device's side in a build without a CUDA toolkit.
#include "app/bench/fft/device_testbed.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"

namespace tobiuo::fft_bench {

std::unique_ptr<Testbed> make_device_testbed(int /*device*/, const fft::Problem& /*problem*/,
                                             const Bytes& /*input*/,
                                             const fft::Choices& /*choices*/)
{
    throw device::DeviceError{"no device to transform on: " + device::survey().reason};
}

std::optional<std::string> library_unsupported_reason(const std::string& /*library*/)
{
    return device::survey().reason;
}

}  // namespace tobiuo::fft_bench
