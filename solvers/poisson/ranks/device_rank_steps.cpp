// The steps of a rank on a GPU.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/poisson/out_of_card/chunk_passes.hpp"
#include "solvers/poisson/out_of_card/division.hpp"
#include "solvers/poisson/out_of_card/padded_rows.hpp"
#include "solvers/poisson/ranks/device_rank_slab.hpp"
#include "solvers/poisson/ranks/rank_steps.hpp"
#include "solvers/poisson/walls/wall_corrections.hpp"

namespace tobiuo::poisson {
namespace {

/// SlabOf<T>: EqualDeviceSlab or UnequalDeviceSlab.
template <typename T, template <typename> typename SlabOf>
class DeviceRankSteps final : public RankSteps<T> {
public:
    DeviceRankSteps(const Problem& problem, const RankRows& rows)
        : DeviceRankSteps{problem, rows, device::make_stream()}
    {
    }

    [[nodiscard]] const T* without_walls(const T* f, const walls::GivenFaces<T>& given, T* u,
                                         Stream stream) const override
    {
        return walls_.without_walls(f, given, u, values_, stream);
    }

    void begin(const T* f, T* u, Stream stream) const override
    {
        // Only the first pass reads f.
        passes_.forward.enqueue(
            {.in = const_cast<T*>(f), .out = u, .work = work_.data()},  // NOLINT(*-const-cast)
            stream);
        slab_.rise(work_.modes(u), stream);
    }

    [[nodiscard]] const Messages& messages() const override { return slab_.messages(); }

    void end(T* u, Stream stream) const override
    {
        slab_.turn(stream);
        slab_.fall(work_.modes(u), stream);
        passes_.inverse.enqueue({.in = u, .out = u, .work = work_.data()}, stream);
    }

    [[nodiscard]] double removed_mean(Stream stream) const override
    {
        return slab_.removed(stream) / schedule_.round_trip;
    }

    [[nodiscard]] std::size_t workspace_bytes() const override
    {
        return slab_.bytes() + work_.bytes();
    }

    [[nodiscard]] std::string describe() const override
    {
        return fft::describe(schedule_.forward) + "; " + std::string{SlabOf<T>::name} + "; " +
               fft::describe(schedule_.inverse);
    }

private:
    DeviceRankSteps(const Problem& problem, const RankRows& rows, const device::Stream& stream)
        : values_{plane_points(problem) * rows.planes.count},
          walls_{wall_box_of(slice_problem(problem, rows.planes)), *machine_},
          schedule_{chunk_schedule(problem, rows.planes.count, fft::limits_of_current_device(),
                                   fft::with_known_table({}))},
          passes_{schedule_},
          work_{padded_rows(rows.planes.count), plane_points(problem) / rows_of_plane(),
                static_cast<std::int64_t>(schedule_.inner.size()), stream.get()},
          slab_{problem, rows, schedule_, SlabVisit::whole, stream.get()}
    {
        device::synchronize(stream.get());
    }

    [[nodiscard]] std::int64_t rows_of_plane() const
    {
        return static_cast<std::int64_t>(schedule_.outer.size());
    }
    /// The rows of x in the work array, where x has an odd number of unknowns.
    [[nodiscard]] std::int64_t padded_rows(std::int64_t planes) const
    {
        return schedule_.forward.work_values > 0 ? rows_of_plane() * planes : 0;
    }

    std::int64_t values_;  ///< of the own planes
    std::unique_ptr<const runtime::Machine> machine_ = runtime::make_cuda_machine();
    WallCorrections<T> walls_;
    SolveSchedule schedule_;
    ChunkPasses<T> passes_;
    PaddedRows<T> work_;
    SlabOf<T> slab_;
};

}  // namespace

template <typename T>
std::unique_ptr<const RankSteps<T>> make_device_steps(const Problem& problem, const RankRows& rows)
{
    if (problem.grid.axes[2].stretched()) {
        return std::make_unique<DeviceRankSteps<T, UnequalDeviceSlab>>(problem, rows);
    }
    return std::make_unique<DeviceRankSteps<T, EqualDeviceSlab>>(problem, rows);
}

template std::unique_ptr<const RankSteps<float>> make_device_steps(const Problem&, const RankRows&);
template std::unique_ptr<const RankSteps<double>> make_device_steps(const Problem&,
                                                                    const RankRows&);

}  // namespace tobiuo::poisson
