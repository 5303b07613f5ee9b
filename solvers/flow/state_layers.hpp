// SPDX-License-Identifier: BSD-3-Clause
// Layers of a state with what lies beyond the faces, for all that is found out on the host.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "kernels/flow/state_view.hpp"
#include "solvers/flow/box_tables.hpp"

namespace tobiuo::flow {

/// Reads velocities of a state, see Solver::state(), in layers across z that have one more value on
/// each side, and also the layers beyond the faces across z.
template <typename T>
class StateLayers {
public:
    /// Keeps the state. The problem is valid.
    StateLayers(const Problem& problem, std::span<const T> state);
    StateLayers(const StateLayers&) = delete;
    StateLayers& operator=(const StateLayers&) = delete;
    ~StateLayers() = default;

    /// The spacings and faces, those through which the flow leaves included.
    [[nodiscard]] const Box<double>& box() const { return box_; }

    /// Values from a row of a layer to the next one.
    [[nodiscard]] long long row() const { return box_.counts[0] + 2; }
    [[nodiscard]] std::size_t layer_values() const
    {
        return static_cast<std::size_t>(row() * (box_.counts[1] + 2));
    }
    /// Where a layer has the value with the indices -1 ... n along x and y.
    [[nodiscard]] long long place(long long i, long long j) const
    {
        return (j + 1) * row() + i + 1;
    }

    /// Fills `layer` with layer k = -1 ... n of a component. Index -1 of the component across a
    /// face is the velocity on it, as is n - 1; index n has no meaning then.
    void read(int component, long long k, std::span<double> layer) const;

    /// The value of a component at the indices -1 ... n along x, y and z, as read() has it.
    [[nodiscard]] double at(int component, const std::array<long long, 3>& index) const;

    /// All of the state, as at() has it.
    [[nodiscard]] StateView<T> view() const;

private:
    void copy_inside(int component, long long k, std::span<double> layer) const;
    void continue_along(int axis, int component, long long k, std::span<double> layer) const;

    BoxTables<double> tables_;
    std::array<std::vector<double>, 3> outflow_;   ///< velocities through lower outflow faces
    std::array<std::vector<double>, 3> recycled_;  ///< what a face that recycles has in tables
    Box<double> box_;
    std::span<const T> state_;
};

extern template class StateLayers<float>;
extern template class StateLayers<double>;

}  // namespace tobiuo::flow
