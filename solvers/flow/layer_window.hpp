// SPDX-License-Identifier: BSD-3-Clause
// Three neighbouring layers of the velocities of a state, which move along z.
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "solvers/flow/state_layers.hpp"

namespace tobiuo::flow {

/// Layer k of the velocities, what is above it, and w below it. A thread that moves it upwards from
/// layer to layer reads each once.
template <typename T>
class LayerWindow {
public:
    /// Keeps `layers`.
    explicit LayerWindow(const StateLayers<T>& layers) : layers_{layers}
    {
        for (auto* three : {&here_, &above_}) {
            for (std::vector<double>& layer : *three) {
                layer.resize(layers.layer_values());
            }
        }
        below_.resize(layers.layer_values());
    }

    /// Moves to layer k = -1 ... n - 1; -1 where the axis is not periodic.
    void move_to(long long k)
    {
        if (k == k_ + 1) {
            std::swap(below_, here_[2]);
            std::swap(here_, above_);
        } else {
            layers_.read(2, k < 0 ? k : k - 1, below_);  // nothing is below layer -1
            read(here_, k);
        }
        read(above_, k + 1);
        k_ = k;
    }

    [[nodiscard]] long long k() const { return k_; }
    [[nodiscard]] long long place(long long i, long long j) const { return layers_.place(i, j); }

    /// A component in the layer.
    [[nodiscard]] const double* here(int component) const
    {
        return here_.at(static_cast<std::size_t>(component)).data();
    }
    /// A component, moved by one along an axis.
    [[nodiscard]] const double* next(int component, int axis) const
    {
        return axis == 2 ? above_.at(static_cast<std::size_t>(component)).data()
                         : here(component) + (axis == 0 ? 1 : layers_.row());
    }
    /// The velocity along an axis on the lower faces of cells.
    [[nodiscard]] const double* before(int axis) const
    {
        return axis == 2 ? below_.data() : here(axis) - (axis == 0 ? 1 : layers_.row());
    }

private:
    void read(std::array<std::vector<double>, 3>& three, long long k)
    {
        for (int component = 0; component < 3; ++component) {
            layers_.read(component, k, three.at(static_cast<std::size_t>(component)));
        }
    }

    static constexpr long long nowhere = -10;

    const StateLayers<T>& layers_;
    std::vector<double> below_;  ///< w only
    std::array<std::vector<double>, 3> here_;
    std::array<std::vector<double>, 3> above_;
    long long k_ = nowhere;
};

}  // namespace tobiuo::flow
