// SPDX-License-Identifier: BSD-3-Clause
// Sums of rows of x where they are, of which a NormSum makes norms.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tobiuo/stream.hpp>

#include "kernels/poisson/norm_items.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The weight of each value of the axis: the part of the axis's length that it stands for.
[[nodiscard]] std::vector<double> weights_of(const Problem& problem, int axis);

/// Sums up rows of unknowns in the memory of a machine, of which only sums cross a link.
template <typename T>
class RowSummation {
public:
    /// The machine has items and outlives this object. Throws DeviceError.
    RowSummation(const Problem& problem, const runtime::Machine& machine);

    /// The sums of so many rows, until the next call: the same bits on host and device.
    [[nodiscard]] std::span<const RowSums> sums_and_wait(const T* values, std::int64_t rows,
                                                         Stream stream);

private:
    const runtime::Machine& machine_;
    runtime::Array weights_;
    NormRows<T> rows_;       ///< without values
    runtime::Array pieces_;  ///< of as many rows as were asked for
    runtime::Array sums_;
    std::vector<RowSums> copied_;  ///< from a device
    runtime::ForEach<NormPiece<T>> sum_pieces_;
    runtime::ForEach<NormRow<T>> sum_rows_;
};

extern template class RowSummation<float>;
extern template class RowSummation<double>;

}  // namespace tobiuo::poisson
