// Walls on the device: their kernels, compiled for one box.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstdint>
#include <optional>

#include "kernels/device/compile/module.hpp"
#include "kernels/device/compile/specialisation.hpp"
#include "kernels/precision.hpp"
#include "kernels/walls/wall_box.hpp"

namespace tobiuo::walls {

enum class Kernel { curvatures, corrections, add_share, multiply };

inline constexpr std::array all_kernels{Kernel::curvatures, Kernel::corrections, Kernel::add_share,
                                        Kernel::multiply};

[[nodiscard]] device::Specialisation specialise(Kernel kernel, Precision precision);

/// Subtracts the contribution of the walls, on the device that is current when it is made.
template <typename T>
class DeviceWalls {
public:
    /// Compiles the kernel of curvatures only if a wall of `box` needs it. Throws DeviceError.
    explicit DeviceWalls(const Box& box);

    /// Enqueues the correction of arguments.f; all arrays are in device memory.
    void correct(const Arguments<T, T>& arguments, cudaStream_t stream) const;

private:
    std::optional<device::Kernel> curvatures_;
    device::Kernel corrections_;
};

/// Adds one array to another, on the device that is current when it is made.
template <typename T>
class AddShare {
public:
    /// Throws DeviceError.
    AddShare();

    /// Enqueues u += share, `count` values each.
    void enqueue(const T* share, T* u, std::int64_t count, cudaStream_t stream) const;

private:
    device::Kernel kernel_;
};

/// Multiplies an array by a number, on the device that is current when it is made.
template <typename T>
class Multiply {
public:
    /// Throws DeviceError.
    Multiply();

    /// Enqueues u = factor f, `count` values each; f may be u. Products are double.
    void enqueue(const T* f, T* u, double factor, std::int64_t count, cudaStream_t stream) const;

private:
    device::Kernel kernel_;
};

extern template class DeviceWalls<float>;
extern template class DeviceWalls<double>;
extern template class AddShare<float>;
extern template class AddShare<double>;
extern template class Multiply<float>;
extern template class Multiply<double>;

}  // namespace tobiuo::walls
