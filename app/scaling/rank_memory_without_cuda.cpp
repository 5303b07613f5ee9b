// The memory of a rank in a build without a CUDA toolkit: none on devices.
#include "app/scaling/rank_memory.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"

namespace tobiuo::scaling {

std::unique_ptr<RankMemory> make_device_rank_memory()
{
    throw device::DeviceError{"no device to measure on: " + device::survey().reason};
}

void select_device(int /*device*/)
{
    throw device::DeviceError{"no device to measure on: " + device::survey().reason};
}

}  // namespace tobiuo::scaling
