#include "kernels/fft/ranks/block_kernels.hpp"

#include <algorithm>

namespace tobiuo::fft {
namespace {

void launch(const device::Kernel& kernel, const PlaneBlocks& what, cudaStream_t stream)
{
    constexpr long long threads = 256;
    constexpr long long most_blocks_across = 65535;  // the second direction of a grid, by CUDA
    long long widest = 0;
    for (int of = 0; of < what.size; ++of) {
        widest = std::max(widest, what.columns(of));
    }
    if (what.rows > 0) {
        kernel.launch(dim3{static_cast<unsigned>((widest + threads - 1) / threads),
                           static_cast<unsigned>(std::min(what.rows, most_blocks_across)),
                           static_cast<unsigned>(what.size)},
                      dim3{static_cast<unsigned>(threads)}, stream, what);
    }
}

}  // namespace

device::Specialisation plane_blocks_kernel(bool unpacks)
{
    return {.source = "kernels/fft/ranks/plane_blocks.cuh",
            .kernel = "fft_plane_blocks",
            .config = {unpacks ? "static constexpr bool unpacks = true;"
                               : "static constexpr bool unpacks = false;"},
            .options = {},
            .name = unpacks ? "fft-unpack-blocks" : "fft-pack-planes"};
}

void BlockKernels::pack(const PlaneBlocks& what, cudaStream_t stream) const
{
    launch(pack_, what, stream);
}

void BlockKernels::unpack(const PlaneBlocks& what, cudaStream_t stream) const
{
    launch(unpack_, what, stream);
}

}  // namespace tobiuo::fft
