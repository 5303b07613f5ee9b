// SPDX-License-Identifier: BSD-3-Clause
// The systems of implicit diffusion for the length of a step, on a GPU.
#pragma once

#include <cuda_runtime_api.h>

#include "kernels/flow/elimination/elimination.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::flow {

[[nodiscard]] device::Specialisation specialise_elimination(Precision precision);

/// The kernel on the device that is current when it is made.
template <typename T>
class DeviceElimination {
public:
    /// Throws DeviceError.
    DeviceElimination();

    /// Enqueues what eliminate_on_host() does; all arrays are in device memory.
    void eliminate(const Elimination<T>& all, cudaStream_t stream) const;

private:
    device::Kernel kernel_;
};

extern template class DeviceElimination<float>;
extern template class DeviceElimination<double>;

}  // namespace tobiuo::flow
