// The steps of a rank on a GPU.
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/device/buffer.hpp"
#include "kernels/device/copy.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/tridiagonal/line_integrator.hpp"
#include "kernels/tridiagonal/slab_line.hpp"
#include "kernels/tridiagonal/slab_solver.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "solvers/poisson/out_of_card/chunk_passes.hpp"
#include "solvers/poisson/out_of_card/division.hpp"
#include "solvers/poisson/out_of_card/padded_rows.hpp"
#include "solvers/poisson/ranks/rank_steps.hpp"
#include "solvers/poisson/walls/ready_walls.hpp"

namespace tobiuo::poisson {
namespace {

/// Slabs of equal rows.
template <typename T>
class DeviceRankSteps final : public RankSteps<T> {
public:
    DeviceRankSteps(const Problem& problem, const RankRows& rows)
        : DeviceRankSteps{problem, rows, device::make_stream()}
    {
    }

    [[nodiscard]] const T* without_walls(const T* f, const walls::GivenFaces<T>& given, T* u,
                                         Stream stream) const override
    {
        const walls::Box box = walls_.changing(given);
        if (box.points == 0) {
            return f;
        }
        if (f != u) {
            device::check(cudaMemcpyAsync(u, f, bytes_, cudaMemcpyDefault, stream),
                          "copy the right-hand side");
        }
        walls_.correct(box, given, u, stream);
        return u;
    }

    void begin(const T* f, T* u, Stream stream) const override
    {
        // Only the first pass reads f.
        passes_.forward.enqueue(
            {.in = const_cast<T*>(f), .out = u, .work = work_.data()},  // NOLINT(*-const-cast)
            stream);
        solver_.rise(systems(), own(), slab(u), stream);
    }

    [[nodiscard]] const Messages& messages() const override { return messages_; }

    void end(T* u, Stream stream) const override
    {
        if (zero_mode_ >= 0) {
            tridiagonal::SlabSystems whole = systems();
            whole.rows = rows_.all_rows();
            line_.enqueue(
                tridiagonal::zero_line(edges_.first, edges_.last, whole,
                                       arrays_.whole_line(doubles_.data(), has_null_space_)),
                stream);
        }
        solver_.join(systems(), own(), arrays_.joined(doubles_.data(), device_rows_.data()),
                     stream);
        solver_.fall(systems(), own(), slab(u), stream);
        passes_.inverse.enqueue({.in = u, .out = u, .work = work_.data()}, stream);
    }

    [[nodiscard]] double removed_mean(Stream stream) const override
    {
        if (!has_null_space_) {
            return 0.0;
        }
        double mean = 0.0;
        device::copy_to_host<double>({&mean, 1}, arrays_.constant(doubles_.data()), stream);
        device::synchronize(stream);
        return mean / schedule_.round_trip;
    }

    [[nodiscard]] std::size_t workspace_bytes() const override
    {
        return (doubles_.size() + inner_.size() + outer_.size()) * sizeof(double) + work_.bytes();
    }

    [[nodiscard]] std::string describe() const override
    {
        return fft::describe(schedule_.forward) + "; recurrences along z; " +
               fft::describe(schedule_.inverse);
    }

private:
    DeviceRankSteps(const Problem& problem, const RankRows& rows, const device::Stream& stream)
        : rows_{rows},
          edges_{row_order_of(problem, 2).edges},
          has_null_space_{has_null_space(problem)},
          bytes_{static_cast<std::size_t>(plane_points(problem) * rows.planes.count) * sizeof(T)},
          walls_{wall_box_of(slice_problem(problem, rows.planes)), stream.get()},
          schedule_{chunk_schedule(problem, rows.planes.count, fft::limits_of_current_device(),
                                   fft::with_known_table({}))},
          passes_{schedule_},
          zero_mode_{zero_mode_of(schedule_.inner, schedule_.outer)},
          diffusion_{1.0 / (problem.grid.axes[2].spacing() * problem.grid.axes[2].spacing())},
          inner_{device::uploaded(schedule_.inner, stream.get())},
          outer_{device::uploaded(schedule_.outer, stream.get())},
          device_rows_{device::uploaded(rows.rows, stream.get())},
          work_{padded_rows(), plane_points(problem) / rows_of_plane(),
                static_cast<std::int64_t>(schedule_.inner.size()), stream.get()},
          arrays_{rows, columns(), edges_.first, edges_.last, zero_mode_ >= 0},
          doubles_{arrays_.doubles()},
          messages_{arrays_.messages(doubles_.data())},
          solver_{edges_.first, edges_.last, true}
    {
        device::clear(doubles_, "clear the sums of a solve", stream.get());
        device::synchronize(stream.get());
    }

    [[nodiscard]] std::int64_t rows_of_plane() const
    {
        return static_cast<std::int64_t>(schedule_.outer.size());
    }
    /// The rows of x in the work array, where x has an odd number of unknowns.
    [[nodiscard]] std::int64_t padded_rows() const
    {
        return schedule_.forward.work_values > 0 ? rows_of_plane() * rows_.planes.count : 0;
    }
    [[nodiscard]] long long columns() const
    {
        return static_cast<long long>(schedule_.inner.size() * schedule_.outer.size());
    }

    [[nodiscard]] tridiagonal::SlabSystems systems() const
    {
        return {.inner = inner_.data(),
                .inner_count = static_cast<long long>(inner_.size()),
                .outer = outer_.data(),
                .diffusion = diffusion_,
                .scale = 1.0 / schedule_.round_trip,
                .columns = columns(),
                .rows = rows_.planes.count,
                .zero_mode = zero_mode_};
    }
    [[nodiscard]] tridiagonal::SlabSums own() const { return arrays_.own(doubles_.data()); }
    [[nodiscard]] tridiagonal::Slab<T> slab(T* u) const
    {
        return tridiagonal::slab_of(work_.modes(u), columns(), rows_.planes.count, 0LL,
                                    rows_.reversed);
    }

    const RankRows& rows_;
    Edges edges_;
    bool has_null_space_;
    std::size_t bytes_;  ///< of the own planes
    ReadyWalls<T> walls_;
    SolveSchedule schedule_;
    ChunkPasses<T> passes_;
    long long zero_mode_;
    double diffusion_;
    device::DeviceBuffer<double> inner_;
    device::DeviceBuffer<double> outer_;
    device::DeviceBuffer<long long> device_rows_;
    PaddedRows<T> work_;
    JoinedArrays arrays_;
    device::DeviceBuffer<double> doubles_;
    Messages messages_;
    tridiagonal::SlabSolver<T> solver_;
    tridiagonal::LineIntegrator<double> line_;
};

}  // namespace

template <typename T>
std::unique_ptr<const RankSteps<T>> make_device_steps(const Problem& problem, const RankRows& rows)
{
    return std::make_unique<DeviceRankSteps<T>>(problem, rows);
}

template std::unique_ptr<const RankSteps<float>> make_device_steps(const Problem&, const RankRows&);
template std::unique_ptr<const RankSteps<double>> make_device_steps(const Problem&,
                                                                    const RankRows&);

}  // namespace tobiuo::poisson
