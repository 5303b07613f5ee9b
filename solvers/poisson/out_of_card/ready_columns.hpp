// SPDX-License-Identifier: BSD-3-Clause
// The systems along z of a solve in two trips, slab by slab: compiled, with their memory.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string_view>

#include "kernels/tridiagonal/slab/slab_solver.hpp"
#include "kernels/tridiagonal/unequal/unequal_slab_solver.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/copy.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/device/device_rows.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/out_of_card/division.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// What the systems of both kinds have: a column for each mode of x and y, and the zero mode.
class Columns {
public:
    /// `chunk` is the schedule of a chunk; its eigenvalues are those of all planes.
    Columns(const Problem& problem, const SolveSchedule& chunk, cudaStream_t stream)
        : rows_{unknowns(problem, 2).count},
          scale_{1.0 / chunk.round_trip},
          inner_{device::uploaded(chunk.inner, stream)},
          outer_{device::uploaded(chunk.outer, stream)},
          line_{static_cast<std::size_t>(rows_)},
          constant_{1}
    {
        device::clear(constant_, "clear the mean of a solve", stream);
        device::clear(line_, "clear the line of the zero mode", stream);
    }

    [[nodiscard]] long long count() const
    {
        return static_cast<long long>(inner_.size()) * static_cast<long long>(outer_.size());
    }
    /// The mean that the last solve has removed from the zero mode, times the round trip.
    [[nodiscard]] double removed(cudaStream_t stream) const
    {
        return device::fetch_and_wait(constant_, stream).front();
    }

protected:
    [[nodiscard]] std::size_t common_bytes() const
    {
        return (inner_.size() + outer_.size() + line_.size() + 1) * sizeof(double);
    }

    long long rows_;
    double scale_;
    device::DeviceBuffer<double> inner_;
    device::DeviceBuffer<double> outer_;
    device::DeviceBuffer<double> line_;
    device::DeviceBuffer<double> constant_;
};

/// The systems along a z of equal cells: tridiagonal::SlabColumn. rise() of the slabs of a rising
/// trip, turn(), and fall() of those of the falling one enqueue their work.
template <typename T>
class EqualColumns : public Columns {
public:
    EqualColumns(const Problem& problem, const Division& /*division*/, const SolveSchedule& chunk,
                 cudaStream_t stream)
        : Columns{problem, chunk, stream},
          zero_mode_{zero_mode_of(chunk.inner, chunk.outer)},
          has_null_space_{has_null_space(problem)},
          sums_{static_cast<std::size_t>(sums_of_a_column * count())},
          solver_{row_order_of(problem, 2).edges.first, row_order_of(problem, 2).edges.last}
    {
        const double spacing = problem.grid.axes[2].spacing();
        diffusion_ = 1.0 / (spacing * spacing);
    }

    static constexpr std::string_view name = "recurrences along z";

    [[nodiscard]] static bool reversed(const Problem& problem)
    {
        return row_order_of(problem, 2).reversed;
    }
    [[nodiscard]] std::size_t bytes() const
    {
        return common_bytes() + sums_.size() * sizeof(double);
    }

    void rise(const tridiagonal::Slab<T>& slab, cudaStream_t stream) const
    {
        solver_.rise(systems(), sums(), slab, stream);
    }
    void turn(cudaStream_t stream) const { solver_.turn(systems(), sums(), stream); }
    void fall(const tridiagonal::Slab<T>& slab, cudaStream_t stream) const
    {
        solver_.fall(systems(), sums(), slab, stream);
    }

private:
    [[nodiscard]] tridiagonal::SlabSystems systems() const
    {
        return {.inner = inner_.data(),
                .inner_count = static_cast<long long>(inner_.size()),
                .outer = outer_.data(),
                .diffusion = diffusion_,
                .scale = scale_,
                .columns = count(),
                .rows = rows_,
                .zero_mode = zero_mode_};
    }

    [[nodiscard]] tridiagonal::SlabSums sums() const
    {
        double* const all = sums_.data();
        return {.forwards = all,
                .again = all + count(),
                .first = all + 2 * count(),
                .last = all + 3 * count(),
                .line = line_.data(),
                .constant = has_null_space_ ? constant_.data() : nullptr};
    }

    long long zero_mode_;
    bool has_null_space_;
    double diffusion_{};
    device::DeviceBuffer<double> sums_;
    tridiagonal::SlabSolver<T> solver_;
};

/// The systems along a stretched z: tridiagonal::UnequalSlabColumn; as EqualColumns.
template <typename T>
class UnequalColumns : public Columns {
public:
    UnequalColumns(const Problem& problem, const Division& division, const SolveSchedule& chunk,
                   cudaStream_t stream)
        : Columns{problem, chunk, stream},
          zero_mode_{has_null_space(problem) ? zero_mode_of(chunk.inner, chunk.outer) : -1},
          kept_step_{division.kept_step},
          on_device_{three_point(problem, 2), stream},
          heights_{static_cast<std::size_t>(rows_)},
          sums_{static_cast<std::size_t>((2 + systems().kept_rows()) * count())}
    {
    }

    static constexpr std::string_view name = "elimination along z";

    [[nodiscard]] static bool reversed(const Problem& /*problem*/) { return false; }
    [[nodiscard]] std::size_t bytes() const
    {
        return common_bytes() + on_device_.bytes() +
               (heights_.size() + sums_.size()) * sizeof(double);
    }

    void rise(const tridiagonal::Slab<T>& slab, cudaStream_t stream) const
    {
        solver_.rise(systems(), sums(), slab, stream);
    }
    void turn(cudaStream_t stream) const { solver_.turn(systems(), sums(), stream); }
    void fall(const tridiagonal::Slab<T>& slab, cudaStream_t stream) const
    {
        solver_.fall(systems(), sums(), slab, stream);
    }

private:
    [[nodiscard]] tridiagonal::UnequalSlabSystems systems() const
    {
        return {.rows = on_device_.get(),
                .inner = inner_.data(),
                .inner_count = static_cast<long long>(inner_.size()),
                .outer = outer_.data(),
                .scale = scale_,
                .columns = count(),
                .zero_mode = zero_mode_,
                .kept_step = kept_step_};
    }

    [[nodiscard]] tridiagonal::UnequalSlabSums sums() const
    {
        double* const all = sums_.data();
        return {.loss = all,
                .solved = all + count(),
                .kept = all + 2 * count(),
                .line = line_.data(),
                .heights = heights_.data(),
                .constant = constant_.data()};
    }

    long long zero_mode_;
    long long kept_step_;
    DeviceRows on_device_;
    device::DeviceBuffer<double> heights_;
    device::DeviceBuffer<double> sums_;
    tridiagonal::UnequalSlabSolver<T> solver_;
};

}  // namespace tobiuo::poisson
