// The subject of tuning in builds without CUDA, which have no device.
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"
#include "solvers/poisson/device/tune_subject.hpp"

namespace tobiuo::poisson {

std::unique_ptr<fft::TuneSubject> tune_subject(const Problem& /*problem*/)
{
    throw device::DeviceError{"cannot tune a solve: " + device::survey().reason};
}

}  // namespace tobiuo::poisson
