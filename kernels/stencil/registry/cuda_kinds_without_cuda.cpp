// The CUDA rows of a build without a CUDA toolkit: none.
#include "kernels/stencil/registry/cuda_kinds.hpp"

namespace tobiuo::stencil {

std::vector<SweepKind> cuda_kinds()
{
    return {};
}

}  // namespace tobiuo::stencil
