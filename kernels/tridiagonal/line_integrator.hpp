// One line of equal rows on the device: the kernel, compiled and ready.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "kernels/device/module.hpp"
#include "kernels/device/specialisation.hpp"
#include "kernels/precision.hpp"
#include "kernels/tridiagonal/integrate_line.hpp"

namespace tobiuo::tridiagonal {

[[nodiscard]] device::Specialisation specialise_line_integrator(Precision precision);

/// Threads of the kernel: some rows each, whole warps.
[[nodiscard]] int line_threads(long long rows);

/// "4001 rows integrated, 512 threads"
[[nodiscard]] std::string line_name(long long rows);

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
