// Copies planes to blocks and back on the host: the twin of plane_blocks.cuh.
#pragma once

#include "kernels/fft/ranks/plane_blocks.hpp"

namespace tobiuo::fft {

void pack_on_host(const PlaneBlocks& what, int threads);
void unpack_on_host(const PlaneBlocks& what, int threads);

}  // namespace tobiuo::fft
