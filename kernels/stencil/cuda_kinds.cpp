#include "kernels/stencil/cuda_kinds.hpp"

#include "kernels/stencil/march.hpp"

namespace tobiuo::stencil {

std::vector<SweepKind> cuda_kinds()
{
    return {march_kind()};
}

std::vector<device::Specialisation> cuda_specialisations()
{
    return march_specialisations();
}

}  // namespace tobiuo::stencil
