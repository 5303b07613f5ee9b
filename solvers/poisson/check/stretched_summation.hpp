// SPDX-License-Identifier: BSD-3-Clause
// StretchedSums of fields where they are.
#pragma once

#include <vector>

#include <tobiuo/communicator.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/poisson/line_items.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/ranks/one_rank.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/check/stretched_sums.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// A right-hand side and the solution for it, and their largest absolute values.
template <typename T>
struct StretchedArrays {
    const T* f{};
    double largest_f{};
    double removed_mean{};
    const T* u{};
    double largest_u{};
};

/// Checks solutions of a problem with a stretched axis where they are.
template <typename T>
class StretchedSummation {
public:
    /// The machine has items and outlives this object. Throws DeviceError.
    StretchedSummation(const Problem& problem, const runtime::Machine& machine);

    /// On several ranks each gives the planes that ranks::slices_of() gives to it, and all get the same
    /// bits. Collective.
    ///
    /// Traffic   two reads of both arrays, and six doubles for each line along the axis.
    /// Accuracy  sums are in a fixed order, the same on host and device.
    [[nodiscard]] StretchedSums sums_and_wait(const StretchedArrays<T>& arrays,
                                              const Communicator& ranks = ranks::OneRank{},
                                              Stream stream = nullptr) const;

private:
    /// The table of sums that the item fills.
    [[nodiscard]] std::vector<double> table_and_wait(SumLines<T> item, int sums,
                                                     Stream stream) const;

    Problem problem_;
    int axis_;
    const runtime::Machine& machine_;
    ThreePoint points_;
    runtime::Array width_;
    runtime::Array wall_;  ///< what walls take of each row, times its width
    runtime::ForEach<SumLines<T>> sum_;
};

extern template class StretchedSummation<float>;
extern template class StretchedSummation<double>;

}  // namespace tobiuo::poisson
