// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/device/check.hpp"

#include <string>

#include "runtime/device/out_of_memory.hpp"
#include "runtime/forks.hpp"
#include "runtime/source_place.hpp"

namespace tobiuo::device {

void fail(cudaError_t status, std::string_view doing, std::source_location at)
{
    static_cast<void>(cudaGetLastError());
    std::string text = "could not " + std::string{doing} + " (" + cudaGetErrorName(status) + ": " +
                       cudaGetErrorString(status) + ") at " + place_in_tree(at);
    if (status == cudaErrorMemoryAllocation) {
        text += "; choose a smaller grid, another device, or `backend: cpu`";
    }
    if (const auto reason = lost_by_fork(Backend::cuda)) {
        text += "; " + *reason;
    }
    if (status == cudaErrorMemoryAllocation) {
        throw OutOfMemory{text};
    }
    throw DeviceError{text};
}

}  // namespace tobiuo::device
