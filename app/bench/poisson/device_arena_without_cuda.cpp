// The device's side of the Poisson benchmark in a build without a CUDA toolkit.
#include "app/bench/poisson/device_arena.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"

namespace tobiuo::poisson_bench {

std::unique_ptr<fft_bench::Arena> make_device_arena(int /*device*/,
                                                    const poisson::Problem& /*problem*/,
                                                    const fft_bench::Bytes& /*f*/)
{
    throw device::DeviceError{"no device to solve on: " + device::survey().reason};
}

}  // namespace tobiuo::poisson_bench
