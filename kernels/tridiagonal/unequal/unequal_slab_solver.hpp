// SPDX-License-Identifier: BSD-3-Clause
// Systems of unequal rows on a GPU, slab by slab: their kernels, compiled and ready.
#pragma once

#include "kernels/tridiagonal/line/solver.hpp"
#include "kernels/tridiagonal/unequal/unequal_slab.hpp"
#include "runtime/machine/for_each.hpp"

namespace tobiuo::tridiagonal {

/// The steps of UnequalSlabColumn for all columns, on the device that is current when it is made.
///
/// Order     as of SlabSolver.
template <typename T>
class UnequalSlabSolver {
public:
    /// Throws DeviceError.
    UnequalSlabSolver() : UnequalSlabSolver{*runtime::make_cuda_machine()} {}

    /// Each enqueues one step on `stream`; all arrays are in device memory. turn() solves the
    /// column of the zero mode, if there is one.
    void rise(const UnequalSlabSystems& systems, const UnequalSlabSums& sums, const Slab<T>& slab,
              Stream stream) const
    {
        rise_({.systems = systems, .sums = sums, .slab = slab}, systems.columns, stream);
    }
    void turn(const UnequalSlabSystems& systems, const UnequalSlabSums& sums, Stream stream) const
    {
        if (systems.zero_mode >= 0) {
            zero_mode_.enqueue(zero_line(systems, sums), stream);
        }
    }
    void fall(const UnequalSlabSystems& systems, const UnequalSlabSums& sums, const Slab<T>& slab,
              Stream stream) const
    {
        fall_({.systems = systems, .sums = sums, .slab = slab}, systems.columns, stream);
    }

private:
    explicit UnequalSlabSolver(const runtime::Machine& machine) : rise_{machine}, fall_{machine} {}

    runtime::ForEach<UnequalSlabRise<T>> rise_;
    runtime::ForEach<UnequalSlabFall<T>> fall_;
    Solver<double> zero_mode_;
};

}  // namespace tobiuo::tridiagonal
