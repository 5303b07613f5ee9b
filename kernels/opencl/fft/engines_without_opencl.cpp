// The engines with OpenCL of a build without its headers: every call throws and says so.
#include "kernels/fft/engine.hpp"
#include "runtime/device/backend.hpp"

namespace tobiuo::fft {

std::unique_ptr<const Engine> make_opencl_engine(const Problem& /*problem*/,
                                                 Workspace /*workspace*/)
{
    require(Backend::opencl, "transform");
    return nullptr;
}

void validate_by_opencl(const Problem& /*problem*/)
{
    require(Backend::opencl, "transform");
}

std::unique_ptr<const Engine> make_opencl_engine(const R2rProblem& /*problem*/)
{
    require(Backend::opencl, "transform");
    return nullptr;
}

void validate_by_opencl(const R2rProblem& /*problem*/)
{
    require(Backend::opencl, "transform");
}

}  // namespace tobiuo::fft
