// The OpenCL rows of a build without OpenCL headers: none.
#include "kernels/stencil/opencl_kinds.hpp"

namespace tobiuo::stencil {

std::vector<SweepKind> opencl_kinds()
{
    return {};
}

}  // namespace tobiuo::stencil
