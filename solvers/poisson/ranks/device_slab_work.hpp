// SPDX-License-Identifier: BSD-3-Clause
// What solves the systems along z of a rank's planes on a GPU: compiled kernels.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/tridiagonal/line/line_integrator.hpp"
#include "kernels/tridiagonal/line/solver.hpp"
#include "kernels/tridiagonal/slab/joined_slab_solver.hpp"
#include "kernels/tridiagonal/unequal/joined_unequal_solver.hpp"
#include "solvers/poisson/ranks/rank_slab.hpp"

namespace tobiuo::poisson {

/// Tells sums in the precision of the solve.
template <typename T>
class EqualOnDevice : public tridiagonal::JoinedSlabSolver<T> {
public:
    using Told = T;

    EqualOnDevice(const SlabRequest& wanted, const Edges& edges)
        : tridiagonal::JoinedSlabSolver<T>{{.first = edges.first,
                                            .last = edges.last,
                                            .columns = wanted.columns(),
                                            .rows = wanted.rows.planes.count,
                                            .reversed = wanted.rows.reversed,
                                            .in_parts = wanted.in_parts},
                                           fft::limits_of_current_device()}
    {
    }

    void integrate(const tridiagonal::UniformLine<double>& line, cudaStream_t stream) const
    {
        line_.enqueue(line, stream);
    }
    void finish(const tridiagonal::SlabSystems& systems, const tridiagonal::SlabSums& sums,
                const tridiagonal::AllTold<T>& joined, T* modes, cudaStream_t stream) const
    {
        this->join(systems, sums, joined, stream);
        this->end(systems, sums, modes, stream);
    }

    [[nodiscard]] static std::size_t bytes() { return 0; }

private:
    tridiagonal::LineIntegrator<double> line_;
};

template <typename T>
class UnequalOnDevice : public tridiagonal::JoinedUnequalSolver<T> {
public:
    explicit UnequalOnDevice(const SlabRequest& /*wanted*/) {}

    void integrate(const tridiagonal::Systems<double>& line, cudaStream_t stream) const
    {
        line_.enqueue(line, stream);
    }
    void finish(const tridiagonal::UnequalSlabSystems& systems,
                const tridiagonal::UnequalPassages& passages, const tridiagonal::SlabSums& sums,
                const tridiagonal::JoinedSlabs& joined, const tridiagonal::SlabPart<T>& part,
                cudaStream_t stream) const
    {
        this->join(systems, passages, sums, joined, stream);
        this->fall(systems, passages, sums, part, stream);
    }

    [[nodiscard]] static std::size_t bytes() { return 0; }

private:
    tridiagonal::Solver<double> line_;
};

}  // namespace tobiuo::poisson
