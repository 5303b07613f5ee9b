// Runs work on another thread, on the device that is current here, so that kernels compile side by
// side.
#pragma once

#include <cuda_runtime_api.h>

#include <future>
#include <utility>

#include "runtime/device/check.hpp"

namespace tobiuo::device {

/// Starts make() on a thread of its own and returns the future of its result; get() rethrows what
/// make() throws. Callers get several results in a fixed order, so that the first error in that
/// order is the one that is reported. The future's destructor waits for the end of make().
template <typename Make>
[[nodiscard]] auto on_this_device(Make make)
{
    int current = 0;
    check(cudaGetDevice(&current), "ask for the current device");
    return std::async(std::launch::async, [current, make = std::move(make)] {
        select(current);
        return make();
    });
}

}  // namespace tobiuo::device
