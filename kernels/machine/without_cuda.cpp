// Builds without a CUDA toolkit have no machine of CUDA.
#include "kernels/device/backend.hpp"
#include "kernels/machine/machine.hpp"

namespace tobiuo::runtime {

void select_device(int /*device*/)
{
    require(Backend::cuda, "work");
}

std::unique_ptr<const Machine> make_cuda_machine()
{
    require(Backend::cuda, "array");
    return nullptr;
}

}  // namespace tobiuo::runtime
