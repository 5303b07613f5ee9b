// SPDX-License-Identifier: BSD-3-Clause
// Tridiagonal systems of equal rows on the device: the kernel, compiled and ready.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "kernels/tridiagonal/toeplitz/toeplitz_choice.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_form.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::tridiagonal {

/// The kernel of toeplitz.cuh, or of toeplitz_slab.cuh if form.is_slab().
[[nodiscard]] device::Specialisation specialise(const ToeplitzForm& form, Precision precision);

/// The C++ text of `form` as a constant of a kernel source: "{.rows = 512, ...}".
[[nodiscard]] std::string initialiser(const ToeplitzForm& form);

/// Solves systems on the device that is current when it is made. Throws DeviceError.
template <typename T>
class ToeplitzSolver {
public:
    /// `form` is no slab.
    explicit ToeplitzSolver(const ToeplitzForm& form);

    /// Enqueues the solution of all systems, whose arrays are in device memory.
    void enqueue(const ToeplitzSystems<T>& systems, cudaStream_t stream) const;

private:
    ToeplitzForm form_;
    device::Kernel kernel_;
};

extern template class ToeplitzSolver<float>;
extern template class ToeplitzSolver<double>;

}  // namespace tobiuo::tridiagonal
