// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/engine.hpp"

#include "runtime/device/backend.hpp"

namespace tobiuo::fft {

const Engines& engines_of(Backend backend)
{
    require(backend, "transform");
    switch (backend) {
        case Backend::cuda:
            return cuda_engines();
        case Backend::opencl:
            return opencl_engines();
        case Backend::cpu:
            break;
    }
    return host_engines();
}

}  // namespace tobiuo::fft
