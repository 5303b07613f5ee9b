// SPDX-License-Identifier: BSD-3-Clause
// Ranks on a GPU: steps of slabs that are on it or visit it, and passes of arrays that visit it.
#include "solvers/poisson/ranks/device_ranks.hpp"

#include <cuda_runtime_api.h>

#include <memory>
#include <string>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/precision.hpp"
#include "solvers/poisson/axis/singular.hpp"
#include "solvers/poisson/out_of_card/division.hpp"
#include "solvers/poisson/out_of_card/host_side.hpp"
#include "solvers/poisson/out_of_card/ready_rounds.hpp"
#include "solvers/poisson/out_of_card/ready_trips.hpp"
#include "solvers/poisson/out_of_card/trips.hpp"
#include "solvers/poisson/ranks/device_slab_work.hpp"
#include "solvers/poisson/ranks/rank_slab.hpp"
#include "solvers/poisson/ranks/tiled_slab.hpp"

namespace tobiuo::poisson {
namespace {

template <typename T>
using EqualDeviceSlab = EqualSlab<T, EqualOnDevice<T>>;
template <typename T>
using UnequalDeviceSlab = UnequalSlab<T, UnequalOnDevice<T>>;

/// The systems between the passes of `schedule`, whose eigenvalues are those of all planes.
SlabRequest request_of(const Problem& problem, const RankRows& rows,
                       const runtime::Machine& machine, const SolveSchedule& schedule)
{
    return {.problem = problem,
            .rows = rows,
            .machine = machine,
            .inner = schedule.inner,
            .outer = schedule.outer,
            .round_trip = schedule.round_trip};
}

template <typename T, typename Slab>
RankSteps<T> resident(const Problem& problem, const RankRows& rows, const runtime::Machine& machine,
                      const fft::PlaceFunction& load)
{
    const std::int64_t planes = rows.planes.count;
    const SolveSchedule schedule =
        chunk_schedule(problem, planes, fft::limits_of_current_device(), fft::with_known_table({}));
    const SlabRequest wanted = request_of(problem, rows, machine, schedule);
    // Where x has an odd number of unknowns, its rows are padded.
    const auto padded = schedule.forward.work_values > 0 ? planes * wanted.columns() : 0;
    const bool begins_with_passes = !schedule.forward.steps.empty();
    RankSteps<T> steps = resident_steps<T>(
        machine, plane_programs(problem, planes, schedule),
        static_cast<std::size_t>(padded) * sizeof(T), schedule.round_trip,
        std::make_shared<const Slab>(wanted), begins_with_passes ? load : fft::PlaceFunction{});
    steps.description = fft::describe(schedule.forward) + "; " + std::string{Slab::name} + "; " +
                        fft::describe(schedule.inverse);
    return steps;
}

/// Divides a rank's planes for `device_bytes` of its GPU.
template <typename Slab>
Trips trips_of(const Problem& problem, const RankRows& rows, std::int64_t device_bytes)
{
    const auto beside_slots = [&](const SolveSchedule& chunk) {
        const auto inner = static_cast<std::int64_t>(chunk.inner.size());
        const auto outer = static_cast<std::int64_t>(chunk.outer.size());
        const std::int64_t numbers = Slab::numbers(problem, rows, inner * outer) + inner + outer;
        return numbers * static_cast<std::int64_t>(sizeof(double)) +
               2 * chunk.forward.work_values * bytes_per_value(problem.precision);
    };
    const Division division =
        divided(problem, rows.planes.count, device::device_bytes_within(device_bytes), beside_slots,
                fft::limits_of_current_device(), fft::with_known_table({}));
    return Trips{rows.planes.count, division.planes, division.slots, rows.reversed};
}

template <typename T, typename Slab>
RankSteps<T> in_trips(const Problem& problem, const RankRows& rows, std::int64_t device_bytes)
{
    struct OnDevice {
        OnDevice(const Problem& problem, const RankRows& rows, std::int64_t device_bytes)
            : trips{problem, trips_of<Slab>(problem, rows, device_bytes), fft::with_known_table({}),
                    Watch{}, [&](const SolveSchedule& chunk, cudaStream_t /*stream*/) {
                        SlabRequest wanted = request_of(problem, rows, *machine, chunk);
                        wanted.in_parts = true;
                        return Slab{wanted};
                    }}
        {
        }

        std::unique_ptr<const runtime::Machine> machine = runtime::make_cuda_machine();
        ReadyTrips<T, Slab> trips;  // one solve at a time
    };
    const auto device = std::make_shared<OnDevice>(problem, rows, device_bytes);
    ReadyTrips<T, Slab>& trips = device->trips;
    RankSteps<T> steps{.messages = trips.columns().messages(),
                       .bytes = trips.device_bytes(),
                       .copied_bytes = trips.copied_bytes(),
                       .description = trips.describe()};
    const std::int64_t values = plane_points(problem) * rows.planes.count;
    steps.begin = [=](const T* f, T* u, Stream /*stream*/) {
        device->trips.rise_and_wait(host_side_of(f, values), host_side_of(u, values));
    };
    steps.end = [=](T* u, Stream stream) {
        device::synchronize(stream);  // the messages have arrived
        device->trips.fall_and_wait(host_side_of(u, values));
    };
    steps.removed_mean = [device](Stream /*stream*/) { return device->trips.removed_mean(); };
    return steps;
}

/// The planes of a rank, all of which are transformed at a time, and its columns.
RoundsPart part_of_rank(const RankPart& part)
{
    RoundsPart rounds{.cuts = part.cuts, .outer = {}, .middle = {}};
    if (!part.chunks.empty()) {
        rounds.outer.count = part.chunks.front();
    }
    if (part.columns) {
        rounds.middle = {.first = part.columns->first, .count = part.columns->count};
    }
    return rounds;
}

template <typename T>
RankPasses<T> in_rounds(const Problem& problem, const RankPart& part, std::int64_t device_bytes)
{
    validate_modes(problem);
    const auto rounds = std::make_shared<ReadyRounds<T>>(  // one solve at a time
        problem,
        divided_in_rounds(problem, part_of_rank(part), device_bytes,
                          fft::limits_of_current_device(), fft::with_known_table({})),
        fft::with_known_table({}), Watch{});
    const auto host = runtime::make_host_machine();
    RankPasses<T> passes{.constant = {.removed = host->zeros_and_wait(sizeof(double)),
                                      .told = host->zeros_and_wait(sizeof(double))},
                         .bytes = rounds->device_bytes(),
                         .copied_bytes = rounds->copied_bytes(),
                         .description = rounds->describe()};
    const std::int64_t plane = plane_points(problem);
    const std::int64_t columns =
        part.columns
            ? points(problem) / unknowns(problem, part.cuts.middle).count * part.columns->count
            : 0;
    passes.forward = [=](const T* f, T* u, std::int64_t planes, Stream /*stream*/) {
        rounds->forward_and_wait(host_side_of(f, planes * plane), host_side_of(u, planes * plane));
    };
    passes.inverse = [=](T* u, std::int64_t planes, Stream /*stream*/) {
        rounds->inverse_and_wait(host_side_of(u, planes * plane));
    };
    passes.solve = [=, removed = passes.constant.removed](T* values, Stream /*stream*/) {
        if (columns > 0) {
            rounds->solve_middle_and_wait(host_side_of(values, columns));
        }
        *removed.template as<double>() = rounds->removed_mean();
    };
    return passes;
}

}  // namespace

template <typename T>
const DeviceRanks<T>& device_ranks()
{
    static constexpr DeviceRanks<T> functions{
        .steps =
            [](const Problem& problem, const RankRows& rows, const runtime::Machine& machine,
               const fft::PlaceFunction& load) {
                if (!problem.grid.axes[2].stretched()) {
                    return resident<T, EqualDeviceSlab<T>>(problem, rows, machine, load);
                }
                return rows.fit_tiles()
                           ? resident<T, TiledSlab<T>>(problem, rows, machine, load)
                           : resident<T, UnequalDeviceSlab<T>>(problem, rows, machine, load);
            },
        .steps_in_trips =
            [](const Problem& problem, const RankRows& rows, std::int64_t device_bytes) {
                return problem.grid.axes[2].stretched()
                           ? in_trips<T, UnequalDeviceSlab<T>>(problem, rows, device_bytes)
                           : in_trips<T, EqualDeviceSlab<T>>(problem, rows, device_bytes);
            },
        .passes_in_rounds = in_rounds<T>};
    return functions;
}

template const DeviceRanks<float>& device_ranks();
template const DeviceRanks<double>& device_ranks();

}  // namespace tobiuo::poisson
