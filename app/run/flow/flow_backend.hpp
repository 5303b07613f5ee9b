// Chooses where a flow case runs, and says why.
#pragma once

#include <cstdint>
#include <string>

#include <tobiuo/flow/problem.hpp>

#include "app/case/case.hpp"

namespace tobiuo {

struct FlowPlace {
    Backend backend = Backend::cpu;
    int device = 0;
};

struct FlowDecision {
    FlowPlace place;
    std::string where;   ///< "GPU 0, NVIDIA H200" or "CPU, 2 threads, AMD EPYC"
    std::string reason;  ///< "the case asks for it", "there is no GPU: no NVIDIA driver ..."
    std::int64_t device_bytes = 0;  ///< that the GPU needs, if it is taken
};

/// Decides where the case runs. `backend: auto` takes the GPU if there is one whose solver supports
/// the problem and whose memory it fits, else the CPU. Throws InputError for `backend: cuda` and a
/// problem that the GPU's solver does not support, device::DeviceError for `backend: cuda` without
/// a usable device.
[[nodiscard]] FlowDecision decide_flow_backend(const Case& the_case, const flow::Problem& problem);

}  // namespace tobiuo
