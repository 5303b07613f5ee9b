// The device's side in a build without a CUDA toolkit.
#include "app/bench/fft/device_arena.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"

namespace tobiuo::fft_bench {

std::unique_ptr<Arena> make_device_arena(int /*device*/, const fft::Problem& /*problem*/,
                                         const Bytes& /*input*/, const fft::Choices& /*choices*/)
{
    throw device::DeviceError{"no device to transform on: " + device::survey().reason};
}

std::optional<std::string> device_library_objection(const std::string& /*library*/)
{
    return device::survey().reason;
}

}  // namespace tobiuo::fft_bench
