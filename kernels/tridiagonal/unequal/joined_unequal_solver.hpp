// SPDX-License-Identifier: BSD-3-Clause
// Joined slabs of unequal rows on a GPU: their kernels, compiled and ready.
#pragma once

#include "kernels/tridiagonal/unequal/joined_unequal.hpp"
#include "runtime/machine/for_each.hpp"

namespace tobiuo::tridiagonal {

/// The steps of JoinedUnequalColumn for all columns, on the device that is current when it is made.
///
/// Order     prepare() once; then for each solve rise() of all parts of the slab, the first one first,
///           join() and fall() of all parts, the last one first. Before join() the devices exchange
///           what JoinedSlabs holds, and before fall() they solve the column of the zero mode
///           (zero_line()).
template <typename T>
class JoinedUnequalSolver {
public:
    /// Throws DeviceError.
    JoinedUnequalSolver() : JoinedUnequalSolver{*runtime::make_cuda_machine()} {}

    /// Each enqueues one step on `stream`; all arrays are in device memory.
    void prepare(const UnequalSlabSystems& systems, const UnequalPassages& passages,
                 const JoinedSlabs& joined, Stream stream) const
    {
        prepare_({.systems = systems, .passages = passages, .joined = joined}, systems.columns,
                 stream);
    }
    void rise(const UnequalSlabSystems& systems, const UnequalPassages& passages,
              const SlabSums& sums, const SlabPart<T>& part, Stream stream) const
    {
        rise_({.systems = systems, .passages = passages, .sums = sums, .part = part},
              systems.columns, stream);
    }
    void join(const UnequalSlabSystems& systems, const UnequalPassages& passages,
              const SlabSums& sums, const JoinedSlabs& joined, Stream stream) const
    {
        join_({.systems = systems, .passages = passages, .sums = sums, .joined = joined},
              systems.columns, stream);
    }
    void fall(const UnequalSlabSystems& systems, const UnequalPassages& passages,
              const SlabSums& sums, const SlabPart<T>& part, Stream stream) const
    {
        fall_({.systems = systems, .passages = passages, .sums = sums, .part = part},
              systems.columns, stream);
    }

private:
    explicit JoinedUnequalSolver(const runtime::Machine& machine)
        : prepare_{machine}, rise_{machine}, join_{machine}, fall_{machine}
    {
    }

    runtime::ForEach<JoinedUnequalPrepare<T>> prepare_;
    runtime::ForEach<JoinedUnequalRise<T>> rise_;
    runtime::ForEach<JoinedUnequalJoin<T>> join_;
    runtime::ForEach<JoinedUnequalFall<T>> fall_;
};

}  // namespace tobiuo::tridiagonal
