// The bandwidth probe of a build without OpenCL headers: none.
#include "kernels/device/error.hpp"
#include "kernels/opencl/stencil/ceiling_probe.hpp"
#include "kernels/opencl/survey.hpp"

namespace tobiuo::opencl {

std::unique_ptr<memory::CeilingProbe> make_probe(std::int64_t /*bytes*/)
{
    throw DeviceError{"no OpenCL device: " + survey().reason};
}

}  // namespace tobiuo::opencl
