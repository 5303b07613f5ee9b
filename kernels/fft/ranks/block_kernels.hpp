// The kernels that copy planes to the blocks of ranks and back.
#pragma once

#include <cuda_runtime_api.h>

#include "kernels/device/module.hpp"
#include "kernels/device/specialisation.hpp"
#include "kernels/fft/ranks/plane_blocks.hpp"

namespace tobiuo::fft {

[[nodiscard]] device::Specialisation plane_blocks_kernel(bool unpacks);

/// Both kernels on the current device; each function enqueues a launch.
class BlockKernels {
public:
    void pack(const PlaneBlocks& what, cudaStream_t stream) const;
    void unpack(const PlaneBlocks& what, cudaStream_t stream) const;

private:
    device::Kernel pack_{plane_blocks_kernel(false)};
    device::Kernel unpack_{plane_blocks_kernel(true)};
};

}  // namespace tobiuo::fft
