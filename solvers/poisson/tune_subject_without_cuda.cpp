// Builds without CUDA: there is no device whose solves could be tuned.
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"
#include "solvers/poisson/tune_subject.hpp"

namespace tobiuo::poisson {

std::unique_ptr<fft::TuneSubject> tune_subject(const Problem& /*problem*/)
{
    throw device::DeviceError{"cannot tune a solve: " + device::survey().reason};
}

}  // namespace tobiuo::poisson
