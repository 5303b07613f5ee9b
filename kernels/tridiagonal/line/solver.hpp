// SPDX-License-Identifier: BSD-3-Clause
// Tridiagonal systems on the device: the kernel, compiled and ready.
#pragma once

#include <cuda_runtime_api.h>

#include "kernels/tridiagonal/systems.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::tridiagonal {

[[nodiscard]] device::Specialisation specialise(Precision precision);

/// Solves systems on the device that is current when it is made. Throws DeviceError.
template <typename T>
class Solver {
public:
    Solver();

    /// Enqueues the solution of all systems, whose arrays are in device memory.
    void enqueue(const Systems<T>& systems, cudaStream_t stream) const;

private:
    device::Kernel kernel_;
};

extern template class Solver<float>;
extern template class Solver<double>;

}  // namespace tobiuo::tridiagonal
