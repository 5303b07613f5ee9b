// The subject of tuning in builds without OpenCL's headers, which have no device.
#include "kernels/device/backend.hpp"
#include "solvers/poisson/opencl/tune_subject.hpp"

namespace tobiuo::poisson {

std::unique_ptr<fft::TuneSubject> opencl_tune_subject(const Problem& /*problem*/)
{
    require(Backend::opencl, "tuning");
    return nullptr;
}

}  // namespace tobiuo::poisson
