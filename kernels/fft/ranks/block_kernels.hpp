// The kernels that copy planes to the blocks of ranks and back.
#pragma once

#include <cuda_runtime_api.h>

#include "kernels/fft/ranks/plane_blocks.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/compile/specialisation.hpp"

namespace tobiuo::fft {

/// `word_bytes`: see word_bytes_of().
[[nodiscard]] device::Specialisation plane_blocks_kernel(bool unpacks, int word_bytes);

/// The kernels that pack and unpack blocks of planes; each function enqueues a launch.
class BlockKernels {
public:
    explicit BlockKernels(int word_bytes)
        : word_bytes_{word_bytes},
          pack_{plane_blocks_kernel(false, word_bytes)},
          unpack_{plane_blocks_kernel(true, word_bytes)}
    {
    }

    void pack(const PlaneBlocks& what, cudaStream_t stream) const;
    void unpack(const PlaneBlocks& what, cudaStream_t stream) const;

private:
    int word_bytes_;
    device::Kernel pack_;
    device::Kernel unpack_;
};

}  // namespace tobiuo::fft
