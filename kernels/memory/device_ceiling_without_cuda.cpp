// The device probe of a build without a CUDA toolkit.
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"
#include "kernels/memory/ceiling.hpp"

namespace tobiuo::memory {

std::unique_ptr<CeilingProbe> make_device_probe(int /*device*/, std::int64_t /*bytes*/)
{
    throw device::DeviceError{"no device to measure: " + device::survey().reason};
}

}  // namespace tobiuo::memory
