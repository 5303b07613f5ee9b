// Transforms on ranks with devices in a build without a CUDA toolkit: none.
#include "kernels/fft/ranks/rank_machine.hpp"
#include "runtime/device/backend.hpp"

namespace tobiuo::fft {

std::unique_ptr<RankMachine> make_device_machine(int /*word_bytes*/)
{
    require(Backend::cuda, "transform");
    return nullptr;
}

}  // namespace tobiuo::fft
