// Builds without OpenCL's headers have no device whose transforms could be tuned.
#include "kernels/fft/tune/tune.hpp"
#include "kernels/fft/tune/tune_device.hpp"
#include "runtime/device/backend.hpp"

namespace tobiuo::fft {

std::unique_ptr<TuneSubject> opencl_tune_subject(const Problem& /*problem*/)
{
    require(Backend::opencl, "tuning");
    return nullptr;
}

TuneDevice opencl_tune_device()
{
    require(Backend::opencl, "tuning");
    return {};
}

}  // namespace tobiuo::fft
