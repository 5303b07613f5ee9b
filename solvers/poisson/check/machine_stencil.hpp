// SPDX-License-Identifier: BSD-3-Clause
// The finite-difference operator in the memory of a machine.
#pragma once

#include <array>
#include <cstdint>

#include <tobiuo/stream.hpp>

#include "kernels/poisson/stencil_item.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The stencil in the memory of a machine.
template <typename T>
class Stencil {
public:
    /// The machine has items and outlives this object. Throws std::invalid_argument for the spectral
    /// operator, and DeviceError.
    Stencil(const Problem& problem, const runtime::Machine& machine);

    /// Computes so many rows of x of A u, or of the residual: `item` has the planes of u, the first
    /// row, f or none, and where to write.
    void apply(ApplyStencil<T> item, std::int64_t rows, Stream stream) const;

private:
    std::array<runtime::Array, 3> rows_;  ///< of the operator along each axis
    std::array<std::int64_t, 2> counts_{};
    std::int64_t lanes_{};
    T lambda_;
    runtime::ForEach<ApplyStencil<T>> apply_;
};

extern template class Stencil<float>;
extern template class Stencil<double>;

}  // namespace tobiuo::poisson
