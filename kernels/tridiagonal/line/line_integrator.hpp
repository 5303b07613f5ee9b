// SPDX-License-Identifier: BSD-3-Clause
// One line of equal rows on the device: the kernel, compiled and ready.
#pragma once

#include <cuda_runtime_api.h>

#include "kernels/tridiagonal/line/integrate_line.hpp"
#include "kernels/tridiagonal/line/line_threads.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::tridiagonal {

[[nodiscard]] device::Specialisation specialise_line_integrator(Precision precision);

/// On the device that is current when it is made. Throws DeviceError.
template <typename T>
class LineIntegrator {
public:
    LineIntegrator();

    /// Enqueues the solution of a line whose arrays are in device memory.
    void enqueue(const UniformLine<T>& line, cudaStream_t stream) const;

private:
    device::Kernel kernel_;
};

extern template class LineIntegrator<float>;
extern template class LineIntegrator<double>;

}  // namespace tobiuo::tridiagonal
