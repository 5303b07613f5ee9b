// SPDX-License-Identifier: BSD-3-Clause
// Builds without CUDA: there is no device whose transforms could be tuned.
#include <cstdint>

#include "kernels/fft/tune/tune.hpp"
#include "kernels/fft/tune/tune_chunks.hpp"
#include "kernels/fft/tune/tune_device.hpp"
#include "runtime/device/error.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo::fft {
namespace {

[[noreturn]] void decline()
{
    throw device::DeviceError{"cannot tune a transform: " + device::survey().reason};
}

}  // namespace

std::unique_ptr<ChunksSubject> chunks_subject(const Problem& /*problem*/,
                                              std::int64_t /*device_bytes*/, int /*device*/)
{
    decline();
}

const Tuner& cuda_tuner()
{
    decline();
}

}  // namespace tobiuo::fft
