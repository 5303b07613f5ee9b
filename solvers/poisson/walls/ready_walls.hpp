// The corrections for walls on a GPU: their kernels and their weights, compiled and uploaded.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <vector>

#include "kernels/device/buffer.hpp"
#include "kernels/device/copy.hpp"
#include "kernels/walls/device_walls.hpp"
#include "solvers/poisson/walls/wall_box.hpp"

namespace tobiuo::poisson {

/// The corrections for the walls of a problem that has a stencil.
template <typename T>
class ReadyWalls {
public:
    ReadyWalls(const WallBox& walls, cudaStream_t stream)
        : box_{walls.box}, kernels_{walls.box}, weight_bytes_{walls.weight_bytes()}
    {
        if (!box_.needs_curvatures()) {
            return;
        }
        curvatures_ = device::DeviceBuffer<double>{static_cast<std::size_t>(box_.points)};
        for (std::size_t axis = 0; axis < walls.second_differences.size(); ++axis) {
            weights_.push_back(device::uploaded(walls.second_differences[axis], stream));
            box_.along[axis].weights = weights_.back().data();
        }
    }

    /// The walls that are not zero, or that change f although they are zero.
    [[nodiscard]] walls::Box changing(const walls::GivenFaces<T>& given) const
    {
        return walls::only_changing(box_, given);
    }

    /// `beside`: see walls::Arguments.
    void correct(const walls::Box& box, const walls::GivenFaces<T>& given, T* f,
                 cudaStream_t stream, const std::array<const T*, 2>& beside = {}) const
    {
        kernels_.correct({.box = box,
                          .given = given,
                          .f = f,
                          .curvatures = curvatures_.data(),
                          .beside = {beside[0], beside[1]}},
                         stream);
    }

    [[nodiscard]] std::size_t workspace_bytes() const
    {
        return curvatures_.size() * sizeof(double) + weight_bytes_;
    }

private:
    walls::Box box_;
    walls::DeviceWalls<T> kernels_;
    device::DeviceBuffer<double> curvatures_;
    std::vector<device::DeviceBuffer<double>> weights_;
    std::size_t weight_bytes_;
};

}  // namespace tobiuo::poisson
