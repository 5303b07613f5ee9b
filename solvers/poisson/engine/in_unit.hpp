// SPDX-License-Identifier: BSD-3-Clause
// What a solver is given, in the unit of length in which it solves.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <tobiuo/stream.hpp>

#include "kernels/walls/wall_item.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/poisson/axis/line_tiles.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/unit_of_length.hpp"

namespace tobiuo::poisson {

/// Right-hand sides and walls of a problem in its unit_of_length(), divided by its rho.
template <typename T>
class InUnit {
public:
    InUnit() = default;
    /// With `divides` a right-hand side is also divided by rho, where the problem has it. The machine of
    /// the arrays may go before this object. Throws DeviceError.
    InUnit(const Problem& problem, const runtime::Machine& machine, bool divides = false);

    /// Enqueues the right-hand side into u, if it is not f, and returns where it is.
    [[nodiscard]] const T* right_hand_side(const T* f, T* u, std::int64_t count,
                                           Stream stream) const;
    [[nodiscard]] walls::GivenFaces<T> walls(walls::GivenFaces<T> given) const;
    /// A mean that was removed in this unit, in units of f.
    [[nodiscard]] double mean_of_f(double removed) const { return removed / unit_.squared(); }

private:
    UnitOfLength unit_;
    bool is_neumann_[walls::face_count] = {};
    runtime::Array by_row_;  ///< 1 / rho
    Extent rows_;
    std::optional<runtime::ForEach<walls::Multiply<T>>> multiply_;
};

/// A solver of a problem in its unit of length, and what it is given there.
template <typename T, template <typename> typename Inner>
struct SolverInUnit {
    std::unique_ptr<const Inner<T>> solver;
    InUnit<T> unit;
};

extern template class InUnit<float>;
extern template class InUnit<double>;

}  // namespace tobiuo::poisson
