// The systems along z of one rank's planes on a GPU: compiled, with their memory.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string_view>
#include <vector>

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/tridiagonal/line/line_integrator.hpp"
#include "kernels/tridiagonal/line/solver.hpp"
#include "kernels/tridiagonal/slab/joined_slab_solver.hpp"
#include "kernels/tridiagonal/slab/slab_line.hpp"
#include "kernels/tridiagonal/unequal/joined_unequal_solver.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/device/device_rows.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/ranks/joined_arrays.hpp"
#include "solvers/poisson/ranks/rank_rows.hpp"

namespace tobiuo::poisson {

/// How the planes of a slab are on the device: all at a time, or in parts.
enum class SlabVisit { whole, in_parts };

/// What the systems of both kinds have: a column for each mode of x and y, and what ranks tell in
/// numbers of type Told.
template <typename Told>
class DeviceRankColumns {
public:
    [[nodiscard]] const Messages& messages() const { return messages_; }

    /// What the last solve has removed from the zero mode, times the round trip of transforms.
    [[nodiscard]] double removed(cudaStream_t stream) const
    {
        if (!has_null_space_) {
            return 0.0;
        }
        double mean = 0.0;
        device::copy_to_host<double>({&mean, 1}, arrays_.constant(doubles_.data()), stream);
        device::synchronize(stream);
        return mean;
    }

protected:
    /// `schedule` is the one of the rank's planes; its eigenvalues are those of all planes. Uploads
    /// are enqueued on `stream`.
    DeviceRankColumns(const Problem& problem, const RankRows& rows, const SolveSchedule& schedule,
                      const JoinedArrays<Told>& arrays, long long zero_mode, cudaStream_t stream)
        : rows_{rows},
          has_null_space_{has_null_space(problem)},
          zero_mode_{zero_mode},
          scale_{1.0 / schedule.round_trip},
          inner_{device::uploaded(schedule.inner, stream)},
          outer_{device::uploaded(schedule.outer, stream)},
          device_rows_{device::uploaded(rows.rows, stream)},
          arrays_{arrays},
          doubles_{arrays_.doubles()},
          messages_{arrays_.messages(doubles_.data())}
    {
        device::clear(doubles_, "clear the sums of a solve", stream);
    }

    [[nodiscard]] static long long columns_of(const SolveSchedule& schedule)
    {
        return static_cast<long long>(schedule.inner.size()) *
               static_cast<long long>(schedule.outer.size());
    }
    [[nodiscard]] long long count() const
    {
        return static_cast<long long>(inner_.size()) * static_cast<long long>(outer_.size());
    }
    [[nodiscard]] std::size_t common_bytes() const
    {
        return (doubles_.size() + inner_.size() + outer_.size()) * sizeof(double);
    }
    [[nodiscard]] tridiagonal::SlabSums own() const { return arrays_.own(doubles_.data()); }
    [[nodiscard]] tridiagonal::ToldSums<Told> own_told() const
    {
        return arrays_.own_told(doubles_.data());
    }
    [[nodiscard]] tridiagonal::AllTold<Told> joined() const
    {
        return arrays_.joined(doubles_.data(), device_rows_.data());
    }

    const RankRows& rows_;
    bool has_null_space_;
    long long zero_mode_;
    double scale_;
    device::DeviceBuffer<double> inner_;
    device::DeviceBuffer<double> outer_;
    device::DeviceBuffer<long long> device_rows_;
    JoinedArrays<Told> arrays_;
    device::DeviceBuffer<double> doubles_;
    Messages messages_;
};

/// A slab of a z of equal cells: tridiagonal::JoinedSlabSolver. Ranks tell numbers in the precision
/// of the solve. The slab is solved whole, by rise() and fall() of its modes with turn() between; or
/// in parts, which rise one after the other before tell() and fall after turn(). Ranks exchange
/// messages before turn().
template <typename T>
class EqualDeviceSlab : public DeviceRankColumns<T> {
    using Columns = DeviceRankColumns<T>;

public:
    EqualDeviceSlab(const Problem& problem, const RankRows& rows, const SolveSchedule& schedule,
                    SlabVisit visit, cudaStream_t stream)
        : EqualDeviceSlab{problem,
                          rows,
                          schedule,
                          zero_mode_of(schedule.inner, schedule.outer),
                          row_order_of(problem, 2).edges,
                          visit,
                          stream}
    {
    }

    /// The doubles beside the eigenvalues, of `columns` columns.
    [[nodiscard]] static std::int64_t doubles(const Problem& problem, const RankRows& rows,
                                              std::int64_t columns)
    {
        const JoinedArrays<T> arrays{rows, columns, row_order_of(problem, 2).edges, false};
        return static_cast<std::int64_t>(arrays.doubles());
    }

    static constexpr std::string_view name = "recurrences along z";

    void rise(T* modes, cudaStream_t stream) const
    {
        solver_.begin(systems(), this->own(), this->own_told(), modes, stream);
    }

    void rise(const tridiagonal::Slab<T>& part, cudaStream_t stream) const
    {
        solver_.rise(systems(), this->own(), part, stream);
    }
    void tell(cudaStream_t stream) const
    {
        solver_.tell(systems(), this->own(), this->own_told(), stream);
    }

    void turn(cudaStream_t stream) const
    {
        if (this->zero_mode_ >= 0) {
            tridiagonal::SlabSystems whole = systems();
            whole.rows = this->rows_.all_rows();
            line_.enqueue(tridiagonal::zero_line(edges_.first, edges_.last, whole,
                                                 this->arrays_.whole_equal_sums(
                                                     this->doubles_.data(), this->has_null_space_)),
                          stream);
        }
        solver_.join(systems(), this->own(), this->joined(), stream);
    }

    void fall(T* modes, cudaStream_t stream) const
    {
        solver_.end(systems(), this->own(), modes, stream);
    }
    void fall(const tridiagonal::Slab<T>& part, cudaStream_t stream) const
    {
        solver_.fall(systems(), this->own(), part, stream);
    }

    [[nodiscard]] std::size_t bytes() const { return this->common_bytes(); }

private:
    EqualDeviceSlab(const Problem& problem, const RankRows& rows, const SolveSchedule& schedule,
                    long long zero_mode, const Edges& edges, SlabVisit visit, cudaStream_t stream)
        : Columns{problem,
                  rows,
                  schedule,
                  JoinedArrays<T>{rows, Columns::columns_of(schedule), edges, zero_mode >= 0},
                  zero_mode,
                  stream},
          edges_{edges},
          diffusion_{1.0 / (problem.grid.axes[2].spacing() * problem.grid.axes[2].spacing())},
          solver_{{.first = edges.first,
                   .last = edges.last,
                   .columns = Columns::columns_of(schedule),
                   .rows = rows.planes.count,
                   .reversed = rows.reversed,
                   .in_parts = visit == SlabVisit::in_parts},
                  fft::limits_of_current_device()}
    {
    }

    [[nodiscard]] tridiagonal::SlabSystems systems() const
    {
        return {.inner = this->inner_.data(),
                .inner_count = static_cast<long long>(this->inner_.size()),
                .outer = this->outer_.data(),
                .diffusion = diffusion_,
                .scale = this->scale_,
                .columns = this->count(),
                .rows = this->rows_.planes.count,
                .zero_mode = this->zero_mode_};
    }

    Edges edges_;
    double diffusion_;
    tridiagonal::JoinedSlabSolver<T> solver_;
    tridiagonal::LineIntegrator<double> line_;
};

/// A slab of a stretched z: tridiagonal::JoinedUnequalColumn; as EqualDeviceSlab.
template <typename T>
class UnequalDeviceSlab : public DeviceRankColumns<double> {
public:
    UnequalDeviceSlab(const Problem& problem, const RankRows& rows, const SolveSchedule& schedule,
                      SlabVisit visit, cudaStream_t stream)
        : UnequalDeviceSlab{
              problem,  rows,
              schedule, has_null_space(problem) ? zero_mode_of(schedule.inner, schedule.outer) : -1,
              visit,    stream}
    {
    }

    /// The doubles beside the eigenvalues, of `columns` columns: also the coefficients of z, and
    /// what parts leave to each other.
    [[nodiscard]] static std::int64_t doubles(const Problem& problem, const RankRows& rows,
                                              std::int64_t columns)
    {
        constexpr std::int64_t coefficients = 3;
        const JoinedArrays<double> arrays{rows, columns, false};
        const bool has_heights = has_null_space(problem);
        return static_cast<std::int64_t>(arrays.doubles()) +
               rows.passage_layout(columns).doubles() + tridiagonal::risen_doubles * columns +
               (coefficients + (has_heights ? 1 : 0)) * rows.all_rows();
    }

    static constexpr std::string_view name = "elimination along z";

    void rise(T* modes, cudaStream_t stream) const
    {
        solver_.rise(systems(), passages(), own(), {.rows = slab(modes)}, stream);
    }
    void rise(const tridiagonal::Slab<T>& part, cudaStream_t stream) const
    {
        solver_.rise(systems(), passages(), own(), part_of(part), stream);
    }
    void tell(cudaStream_t /*stream*/) const {}  // the sums are told as they are

    void turn(cudaStream_t stream) const
    {
        if (zero_mode_ >= 0) {
            line_.enqueue(tridiagonal::zero_line(systems(), arrays_.whole_unequal_sums(
                                                                doubles_.data(), heights_.data())),
                          stream);
        }
        solver_.join(systems(), passages(), own(), joined(), stream);
    }

    void fall(T* modes, cudaStream_t stream) const
    {
        solver_.fall(systems(), passages(), own(), {.rows = slab(modes)}, stream);
    }
    void fall(const tridiagonal::Slab<T>& part, cudaStream_t stream) const
    {
        solver_.fall(systems(), passages(), own(), part_of(part), stream);
    }

    [[nodiscard]] std::size_t bytes() const
    {
        return common_bytes() + on_device_.bytes() +
               (passages_.size() + heights_.size() + risen_.size()) * sizeof(double);
    }

private:
    UnequalDeviceSlab(const Problem& problem, const RankRows& rows, const SolveSchedule& schedule,
                      long long zero_mode, SlabVisit visit, cudaStream_t stream)
        : DeviceRankColumns{problem,
                            rows,
                            schedule,
                            JoinedArrays<double>{rows, columns_of(schedule), zero_mode >= 0},
                            zero_mode,
                            stream},
          on_device_{three_point(problem, 2), stream},
          layout_{rows.passage_layout(count())},
          passages_{static_cast<std::size_t>(layout_.doubles())},
          heights_{zero_mode >= 0 ? static_cast<std::size_t>(rows.all_rows()) : 0},
          risen_{visit == SlabVisit::in_parts
                     ? static_cast<std::size_t>(tridiagonal::risen_doubles * count())
                     : 0}
    {
        solver_.prepare(systems(), passages(), joined(), stream);
    }

    [[nodiscard]] tridiagonal::UnequalSlabSystems systems() const
    {
        return {.rows = on_device_.get(),
                .inner = inner_.data(),
                .inner_count = static_cast<long long>(inner_.size()),
                .outer = outer_.data(),
                .scale = scale_,
                .columns = count(),
                .zero_mode = zero_mode_,
                .kept_step = tridiagonal::joined_kept_step};
    }
    [[nodiscard]] tridiagonal::UnequalPassages passages() const
    {
        return layout_.passages(passages_.data());
    }
    [[nodiscard]] tridiagonal::Slab<T> slab(T* modes) const
    {
        return tridiagonal::slab_of(modes, count(), rows_.planes.count, rows_.planes.first, false);
    }
    /// A part whose rows count from the first one of the slab.
    [[nodiscard]] tridiagonal::SlabPart<T> part_of(tridiagonal::Slab<T> rows) const
    {
        const long long begin = rows.first_row;
        rows.first_row += rows_.planes.first;
        return {.rows = rows, .begin = begin, .risen = risen_.data()};
    }

    DeviceRows on_device_;
    tridiagonal::PassageLayout layout_;
    device::DeviceBuffer<double> passages_;
    device::DeviceBuffer<double> heights_;
    device::DeviceBuffer<double> risen_;
    tridiagonal::JoinedUnequalSolver<T> solver_;
    tridiagonal::Solver<double> line_;
};

}  // namespace tobiuo::poisson
