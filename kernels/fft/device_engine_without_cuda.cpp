// The engines of a build without a CUDA toolkit: every call throws and says so.
#include "kernels/fft/engine.hpp"
#include "runtime/device/backend.hpp"

namespace tobiuo::fft {

std::unique_ptr<const Engine> make_device_engine(const Problem& /*problem*/,
                                                 const PlanOptions& /*options*/, Axes /*axes*/)
{
    require(Backend::cuda, "transform");
    return nullptr;
}

std::unique_ptr<const Engine> make_device_engine(const Problem& /*problem*/,
                                                 const Pointwise& /*function*/,
                                                 const PlanOptions& /*options*/)
{
    require(Backend::cuda, "transform");
    return nullptr;
}

std::unique_ptr<const Engine> make_device_engine(const R2rProblem& /*problem*/)
{
    require(Backend::cuda, "transform");
    return nullptr;
}

void validate_on_device(const R2rProblem& /*problem*/)
{
    require(Backend::cuda, "transform");
}

void validate_on_device(const Problem& /*problem*/)
{
    require(Backend::cuda, "transform");
}

void validate_pointwise_on_device(const Problem& /*problem*/)
{
    require(Backend::cuda, "transform");
}

}  // namespace tobiuo::fft
