// Tridiagonal systems of equal rows on the device: the kernel, compiled and ready.
#pragma once

#include <cuda_runtime_api.h>

#include <optional>
#include <string>

#include "kernels/device/module.hpp"
#include "kernels/device/specialisation.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/precision.hpp"
#include "kernels/tridiagonal/toeplitz_form.hpp"

namespace tobiuo::tridiagonal {

/// The largest size: more rows would not fit into the shared memory that a kernel has by default.
inline constexpr int most_toeplitz_rows = 4224;

/// What a caller of choose_toeplitz() knows: see ToeplitzForm.
struct ToeplitzRequest {
    int rows{};
    long long step{};
    long long columns{};
    Edge first{};
    Edge last{};
};

/// The fastest form for `request` by the rules of toeplitz_solver.cpp; nothing for more than
/// most_toeplitz_rows.
[[nodiscard]] std::optional<ToeplitzForm> choose_toeplitz(const ToeplitzRequest& request,
                                                          Precision precision,
                                                          const fft::DeviceLimits& limits);

/// The kernel of toeplitz.cuh, or of toeplitz_slab.cuh if form.is_slab().
[[nodiscard]] device::Specialisation specialise(const ToeplitzForm& form, Precision precision);

/// The C++ text of `form` as a constant of a kernel source: "{.rows = 512, ...}".
[[nodiscard]] std::string initialiser(const ToeplitzForm& form);

/// "512 rows by recurrences, 8x32 threads"
[[nodiscard]] std::string short_name(const ToeplitzForm& form);

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
