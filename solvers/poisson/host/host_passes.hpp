// SPDX-License-Identifier: BSD-3-Clause
// The three passes of a spectral solve over memory, on the CPU.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "kernels/fft/host/plan.hpp"
#include "runtime/memory/work_arrays.hpp"
#include "solvers/poisson/axis/given_modes.hpp"
#include "solvers/poisson/axis/line_tiles.hpp"
#include "solvers/poisson/axis/middle_axis.hpp"
#include "solvers/poisson/dense/host_product.hpp"
#include "solvers/poisson/host/outer_transforms.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The stretched axis, or else the last one along which anything changes.
[[nodiscard]] int middle_axis_of(const Problem& problem);

/// The number of passes over the array in memory, each a read and a write.
[[nodiscard]] int host_memory_passes(const Problem& problem);

/// A part of the unknowns of a problem, of which some axes are transformed already.
struct HostPart {
    Shape shape{};
    /// The eigenvalues along these axes for the modes of the part; empty for the others, of which
    /// the part has whole lines.
    GivenModes eigenvalues = {};
    double round_trip = 1.0;  ///< factor of the inverse after the forward transforms of these axes
};

/// The forward transforms of planes, the lines along the middle axis, and the inverse transforms of
/// planes, for a valid problem.
template <typename T>
class HostPasses {
public:
    /// Throws std::invalid_argument if lambda makes the operator singular.
    HostPasses(const Problem& problem, fft::Effort effort, int threads);
    /// Solves for the modes of a part, of which all dense axes have eigenvalues.
    HostPasses(const Problem& problem, const HostPart& part, fft::Effort effort, int threads);

    /// Solves from f to u, points(problem) values each or those of the part, in one array or two.
    /// Returns the mean that was removed from f.
    double solve(const T* f, T* u) const { return solve(f, u, threads_); }
    /// On so many threads, at most those that were planned for; the results are the same.
    double solve(const T* f, T* u, int threads) const;
    void apply(const T* u, T* out) const;

    [[nodiscard]] std::int64_t workspace_bytes() const;

private:
    /// The products along a dense axis that lead to its modes and back.
    struct Dense {
        HostProduct<T> to_modes;
        HostProduct<T> to_values;
    };
    struct WithDense {
        HostPart part;
        std::vector<Dense> axes;
    };
    [[nodiscard]] static WithDense with_dense(const Problem& problem, int threads);
    HostPasses(const Problem& problem, WithDense dense, fft::Effort effort, int threads);

    /// Both go from `in` to `out`, which may be the same, along all axes but the middle one.
    void to_modes(const T* in, T* out, int threads) const;
    void to_values(T* data, int threads) const;
    /// The eigenvalues along the other axes for the modes of a tile's lines.
    void find_others(const TilePlace& place, std::span<double> others) const;
    /// Calls `work` for all lines along the middle axis and adds its results.
    template <typename Work>
    double for_each_tile(T* data, int threads, const Work& work) const;

    LineSet lines_;                  ///< along the middle axis
    std::int64_t tiles_together_{};  ///< which are copied at once
    int threads_;
    std::vector<Dense> dense_;
    OuterTransforms<T> outer_;
    std::vector<double> inner_eigenvalues_;  ///< along the axis of LineSet::inner
    std::vector<double> outer_eigenvalues_;  ///< along the axis of LineSet::outer
    std::unique_ptr<MiddleAxis<T>> axis_;
    memory::WorkArrays<T> work_;
    memory::WorkArrays<double> scratch_;
};

extern template class HostPasses<float>;
extern template class HostPasses<double>;

}  // namespace tobiuo::poisson
