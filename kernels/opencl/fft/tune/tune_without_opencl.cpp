// Builds without OpenCL's headers have no device whose transforms could be tuned.
#include "kernels/fft/tune/tune.hpp"
#include "kernels/fft/tune/tune_device.hpp"
#include "runtime/device/backend.hpp"

namespace tobiuo::fft {
namespace {

void refuse()
{
    require(Backend::opencl, "tuning");
}

}  // namespace

std::unique_ptr<TuneSubject> opencl_tune_subject(const Problem& /*problem*/)
{
    refuse();
    return nullptr;
}

TuneDevice opencl_tune_device()
{
    refuse();
    return {};
}

}  // namespace tobiuo::fft
