// The steps of a rank whose planes are in host memory and visit its GPU in two trips.
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/precision.hpp"
#include "solvers/poisson/out_of_card/division.hpp"
#include "solvers/poisson/out_of_card/host_side.hpp"
#include "solvers/poisson/out_of_card/ready_trips.hpp"
#include "solvers/poisson/out_of_card/trips.hpp"
#include "solvers/poisson/ranks/device_rank_slab.hpp"
#include "solvers/poisson/ranks/rank_steps.hpp"
#include "solvers/poisson/walls/wall_corrections.hpp"

namespace tobiuo::poisson {
namespace {

/// Divides a rank's planes for `device_bytes` of its GPU. SlabOf<T>: EqualDeviceSlab or
/// UnequalDeviceSlab.
template <typename T, template <typename> typename SlabOf>
Trips trips_of(const Problem& problem, const RankRows& rows, std::int64_t device_bytes)
{
    const auto beside_slots = [&](const SolveSchedule& chunk) {
        const auto inner = static_cast<std::int64_t>(chunk.inner.size());
        const auto outer = static_cast<std::int64_t>(chunk.outer.size());
        const std::int64_t doubles =
            SlabOf<T>::doubles(problem, rows, inner * outer) + inner + outer;
        return doubles * static_cast<std::int64_t>(sizeof(double)) +
               2 * chunk.forward.work_values * bytes_per_value(problem.precision);
    };
    const Division division =
        divided(problem, rows.planes.count, device::device_bytes_within(device_bytes), beside_slots,
                fft::limits_of_current_device(), fft::with_known_table({}));
    return Trips{rows.planes.count, division.planes, division.slots, rows.reversed};
}

template <typename T, template <typename> typename SlabOf>
class TripRankSteps final : public RankSteps<T> {
public:
    TripRankSteps(const Problem& problem, const RankRows& rows, std::int64_t device_bytes)
        : values_{plane_points(problem) * rows.planes.count},
          has_null_space_{has_null_space(problem)},
          walls_{wall_box_of(slice_problem(problem, rows.planes)), *host_},
          trips_{problem, trips_of<T, SlabOf>(problem, rows, device_bytes),
                 fft::with_known_table({}), Watch{},
                 [&](const SolveSchedule& chunk, cudaStream_t stream) {
                     return SlabOf<T>{problem, rows, chunk, SlabVisit::in_parts, stream};
                 }}
    {
    }

    [[nodiscard]] const T* without_walls(const T* f, const walls::GivenFaces<T>& given, T* u,
                                         Stream /*stream*/) const override
    {
        return walls_.without_walls(f, given, u, values_, nullptr);
    }

    void begin(const T* f, T* u, Stream /*stream*/) const override
    {
        trips_.rise_and_wait(host_side_of(f, values_), host_side_of(u, values_));
    }

    [[nodiscard]] const Messages& messages() const override { return trips_.columns().messages(); }

    void end(T* u, Stream stream) const override
    {
        device::synchronize(stream);  // the messages have arrived
        trips_.fall_and_wait(host_side_of(u, values_));
    }

    [[nodiscard]] double removed_mean(Stream /*stream*/) const override
    {
        return has_null_space_ ? trips_.removed_mean() : 0.0;
    }

    [[nodiscard]] std::size_t workspace_bytes() const override { return trips_.device_bytes(); }
    [[nodiscard]] std::int64_t copied_bytes() const override { return trips_.copied_bytes(); }
    [[nodiscard]] std::string describe() const override { return trips_.describe(); }

private:
    std::int64_t values_;  ///< of the own planes
    bool has_null_space_;
    std::unique_ptr<const runtime::Machine> host_ = runtime::make_host_machine();
    WallCorrections<T> walls_;
    mutable ReadyTrips<T, SlabOf<T>> trips_;  ///< one solve at a time
};

}  // namespace

template <typename T>
std::unique_ptr<const RankSteps<T>> make_trip_steps(const Problem& problem, const RankRows& rows,
                                                    std::int64_t device_bytes)
{
    if (problem.grid.axes[2].stretched()) {
        return std::make_unique<TripRankSteps<T, UnequalDeviceSlab>>(problem, rows, device_bytes);
    }
    return std::make_unique<TripRankSteps<T, EqualDeviceSlab>>(problem, rows, device_bytes);
}

template std::unique_ptr<const RankSteps<float>> make_trip_steps(const Problem&, const RankRows&,
                                                                 std::int64_t);
template std::unique_ptr<const RankSteps<double>> make_trip_steps(const Problem&, const RankRows&,
                                                                  std::int64_t);

}  // namespace tobiuo::poisson
