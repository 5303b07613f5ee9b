// SPDX-License-Identifier: BSD-3-Clause
// The corrections for walls on a machine: their items and their weights.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/walls/wall_item.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/poisson/walls/wall_box.hpp"

namespace tobiuo::poisson {

/// Subtracts what the walls of a problem with a stencil add to a right-hand side of T; the values on
/// the walls are of Value, on a device of T, too. Arrays are memory of the machine, calls on a device enqueue, and on the
/// host any number of threads may call at a time.
template <typename T, typename Value = T>
class WallCorrections {
public:
    /// Compiles the items of curvatures only if a wall needs them. The machine must outlive this
    /// object. Throws DeviceError, or std::logic_error for other values than of T on a device.
    WallCorrections(const WallBox& walls, const runtime::Machine& machine);
    /// For a batch of problems with these lambdas, of which each call corrects all, see
    /// walls::Arguments::problem_values.
    WallCorrections(const WallBox& walls, const std::vector<double>& lambdas,
                    const runtime::Machine& machine);

    /// The walls that are not zero, or that change f although they are zero.
    [[nodiscard]] walls::Box changing(const walls::GivenFaces<Value>& given) const
    {
        return walls::only_changing(box_, given);
    }

    /// Corrects f; `box` is changing(given), `beside` as in walls::Arguments.
    void correct(const walls::Box& box, const walls::GivenFaces<Value>& given, T* f, Stream stream,
                 const std::array<const T*, 2>& beside = {}) const;

    /// Leaves f, of `count` values in all, without what the walls add to it, in u, which may be f, and
    /// returns u; or returns f, if that is nothing.
    [[nodiscard]] const T* without_walls(const T* f, const walls::GivenFaces<Value>& given, T* u,
                                         std::int64_t count, Stream stream,
                                         const std::array<const T*, 2>& beside = {}) const;

    /// Bytes of the weights, and of the curvatures that a correction works with.
    [[nodiscard]] std::size_t bytes() const;

private:
    /// The points of faces of all problems.
    [[nodiscard]] long long all_points(const walls::Box& box) const
    {
        return box.points * problems_;
    }

    const runtime::Machine& machine_;
    walls::Box box_;
    long long problems_ = 1;
    long long problem_values_ = 0;  ///< of f, from problem to problem of a batch
    runtime::Array lambdas_;        ///< of a batch
    std::optional<runtime::ForEach<walls::FindCurvature<T, Value>>> find_curvatures_;
    runtime::ForEach<walls::Correct<T, Value>> correct_;
    std::array<runtime::Array, 3> weights_;
    runtime::Array curvatures_;  ///< of a device; on the host each call has its own
};

extern template class WallCorrections<float>;
extern template class WallCorrections<double>;
extern template class WallCorrections<float, double>;

}  // namespace tobiuo::poisson
