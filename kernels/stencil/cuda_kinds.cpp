#include "kernels/stencil/cuda_kinds.hpp"

#include "kernels/stencil/march.hpp"

namespace tobiuo::stencil {

std::vector<SweepKind> cuda_kinds()
{
    return {march_kind()};
}

}  // namespace tobiuo::stencil
