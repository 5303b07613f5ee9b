#include "kernels/fft/ranks/block_kernels.hpp"

#include <algorithm>
#include <string>

namespace tobiuo::fft {
namespace {

void launch(const device::Kernel& kernel, int word_bytes, const PlaneBlocks& what,
            cudaStream_t stream)
{
    constexpr long long threads = 256;
    constexpr long long most_blocks_across = 65535;  // the second direction of a grid, by CUDA
    long long widest = 0;
    for (int of = 0; of < what.size; ++of) {
        widest = std::max(widest, what.columns(of) / word_bytes);
    }
    if (what.rows > 0 && widest > 0) {
        kernel.launch(dim3{static_cast<unsigned>((widest + threads - 1) / threads),
                           static_cast<unsigned>(std::min(what.rows, most_blocks_across)),
                           static_cast<unsigned>(what.size)},
                      dim3{static_cast<unsigned>(threads)}, stream, what);
    }
}

}  // namespace

device::Specialisation plane_blocks_kernel(bool unpacks, int word_bytes)
{
    return {.source = "kernels/fft/ranks/plane_blocks.cuh",
            .kernel = "fft_plane_blocks",
            .config = {unpacks ? "static constexpr bool unpacks = true;"
                               : "static constexpr bool unpacks = false;",
                       word_bytes == sizeof(unsigned) ? "using Word = unsigned;"
                                                      : "using Word = unsigned long long;"},
            .options = {},
            .name = std::string{unpacks ? "fft-unpack-blocks-" : "fft-pack-planes-"} +
                    std::to_string(word_bytes)};
}

void BlockKernels::pack(const PlaneBlocks& what, cudaStream_t stream) const
{
    launch(pack_, word_bytes_, what, stream);
}

void BlockKernels::unpack(const PlaneBlocks& what, cudaStream_t stream) const
{
    launch(unpack_, word_bytes_, what, stream);
}

}  // namespace tobiuo::fft
