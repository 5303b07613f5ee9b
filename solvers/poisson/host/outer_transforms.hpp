// SPDX-License-Identifier: BSD-3-Clause
// The transforms along the two axes other than the middle one.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/fft/host/line_transform.hpp"
#include "kernels/fft/host/plan.hpp"
#include "runtime/memory/caches.hpp"
#include "runtime/memory/work_arrays.hpp"
#include "solvers/poisson/axis/line_tiles.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// Whether two axes are transformed while their plane is in cache; `middle` is the third one.
[[nodiscard]] bool works_in_planes(const Shape& shape, int middle);

/// Transforms both axes of a plane while the plane is in cache, if there are two axes and planes
/// are contiguous enough; otherwise one axis after the other. Where the result is an array of its
/// own that no cache holds, the plane lies in a work array meanwhile and is written past the
/// caches.
template <typename T>
class OuterTransforms {
public:
    /// Transforms all axes besides the middle one, except absent and stretched ones.
    OuterTransforms(const Problem& problem, int middle, fft::Effort effort, int threads);
    /// Transforms `axes`, two at most, of an array that has whole lines along them.
    OuterTransforms(const Problem& problem, const Shape& shape, int middle,
                    const std::vector<int>& axes, fft::Effort effort, int threads);

    /// Each works on the whole array; `in` may be `out`. On all threads, or on fewer.
    void forward(const T* in, T* out) const { forward(in, out, threads_); }
    void inverse(T* data) const { inverse(data, threads_); }
    void forward(const T* in, T* out, int threads) const;
    void inverse(T* data, int threads) const;

    /// The factor of inverse() after forward().
    [[nodiscard]] double round_trip() const { return round_trip_; }
    /// The eigenvalues along `axis`, in the order of the modes in the array after forward().
    [[nodiscard]] const std::vector<double>& eigenvalues(int axis) const
    {
        return eigenvalues_.at(static_cast<std::size_t>(axis));
    }
    [[nodiscard]] std::int64_t workspace_bytes() const { return work_.bytes(); }

private:
    struct Step {
        fft::HostLineTransform<T> transform;
        std::vector<fft::TileRow> coefficient_rows;
        LineSet lines;
        LineSet lines_of_plane;  ///< the lines in a plane without gaps
    };
    using Work = typename memory::WorkArrays<T>::Borrowed;

    enum class Direction { forward, inverse };

    void add_step(const Problem& problem, const Shape& shape, int axis, int inner,
                  fft::Effort effort);
    void run_tile(const Step& step, Direction direction, const TilePlace& place, const T* in,
                  T* out, T* tile) const;
    void run_planes(Direction direction, const T* in, T* out, int threads) const;
    void run_planes_past_caches(const T* in, T* out, int threads) const;
    void run_step(const Step& step, Direction direction, const T* in, T* out, int threads) const;
    [[nodiscard]] std::int64_t tile_values() const;
    /// The tiles of the second axis of a plane that are copied together.
    [[nodiscard]] std::int64_t together() const;
    [[nodiscard]] std::int64_t work_values() const;

    std::int64_t values_{};  ///< number of values of the array
    int threads_;
    bool in_planes_{};
    memory::Stores stores_;  ///< of planes that are written to another array
    double round_trip_ = 1.0;
    std::array<std::vector<double>, 3> eigenvalues_;
    std::vector<Step> steps_;  ///< in the order of forward()
    memory::WorkArrays<T> work_;
};

extern template class OuterTransforms<float>;
extern template class OuterTransforms<double>;

}  // namespace tobiuo::poisson
