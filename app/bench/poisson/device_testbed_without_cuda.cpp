// The device's side of the Poisson benchmark in a build without a CUDA toolkit.
#include "app/bench/poisson/device_testbed.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"

namespace tobiuo::poisson_bench {

std::unique_ptr<fft_bench::Testbed> make_device_testbed(int /*device*/,
                                                        const poisson::Problem& /*problem*/,
                                                        const fft_bench::Bytes& /*f*/)
{
    throw device::DeviceError{"no device to solve on: " + device::survey().reason};
}

}  // namespace tobiuo::poisson_bench
