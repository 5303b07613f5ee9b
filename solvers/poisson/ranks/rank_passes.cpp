// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/ranks/rank_passes.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "runtime/threads.hpp"
#include "solvers/poisson/axis/singular.hpp"
#include "solvers/poisson/face.hpp"
#include "solvers/poisson/ranks/plane_passes.hpp"

namespace tobiuo::poisson {
namespace {

/// What a rank computes on a machine, as data.
struct RankPrograms {
    std::map<std::int64_t, PlanePrograms> planes;  ///< by the planes of a chunk
    std::optional<SolveProgram> columns;
    std::size_t padded_bytes = 0;
    RemovedMode constant;  ///< without its arrays
    std::string description;
};

/// The columns of a rank, whose modes along x and y are those that `transforms` leave.
template <typename T>
HostPart host_part(const Problem& problem, const SolveChunk& columns, const ChunkCuts& cuts,
                   const OuterTransforms<T>& transforms)
{
    HostPart part{.shape = shape_of(problem), .round_trip = transforms.round_trip()};
    const auto cut = static_cast<std::size_t>(cuts.middle);
    part.shape.at(cut) = columns.count;
    for (const int axis : {0, 1}) {
        if (stretched_axis(problem) != axis) {
            part.eigenvalues.at(static_cast<std::size_t>(axis)) = transforms.eigenvalues(axis);
        }
    }
    const auto first = part.eigenvalues.at(cut).begin() + columns.first;
    part.eigenvalues.at(cut) = {first, first + columns.count};
    return part;
}

template <typename T>
RankPrograms on_host(const Problem& problem, const RankPart& part, int threads)
{
    const auto of_a_plane = plane_transforms<T>(problem, 1, threads);
    // Without a constant mode this is the number of modes.
    const std::vector<double>& modes = of_a_plane->eigenvalues(part.cuts.middle);
    RankPrograms programs{
        .planes = {},
        .columns = {},
        .constant = {.place = std::ranges::find(modes, 0.0) - modes.begin()},
        .description = "transforms of planes and of lines along z, " + threads_text(threads)};
    for (const std::int64_t planes : part.chunks) {
        programs.planes.emplace(planes,
                                plane_programs(plane_transforms<T>(problem, planes, threads)));
    }
    if (part.columns) {
        programs.columns.emplace(SolveProgram{
            .precision = problem.precision,
            .points = points(problem),
            .has_null_space = has_null_space(problem),
            .arrays = {},
            .steps = {HostColumns{.problem = problem,
                                  .part = host_part(problem, *part.columns, part.cuts, *of_a_plane),
                                  .threads = threads,
                                  .applies = part.applies}},
            .choices = {},
            .description = {}});
        programs.columns->array(ArrayName::constant) = {.bytes = sizeof(double)};
    }
    return programs;
}

SolveSchedule device_schedule(const Problem& problem, const SolveChunk& chunk)
{
    return make_chunk_schedule(problem, chunk, cuts_of_ranks(problem),
                               fft::limits_of_current_device(), fft::with_known_table({}));
}

SolveSchedule schedule_of_planes(const Problem& problem, std::int64_t planes)
{
    return device_schedule(problem, {.is_middle = false, .first = 0, .count = planes});
}

/// As few columns as a rank may have. The round trip does not depend on them.
SolveChunk least_columns(const Problem& problem)
{
    const bool cuts_rows = cuts_of_ranks(problem).middle == row_axis(problem);
    return {.is_middle = true, .first = 0, .count = cuts_rows ? 2 : 1};
}

RankPrograms on_device(const Problem& problem, const RankPart& part)
{
    const SolveSchedule of_a_plane = schedule_of_planes(problem, 1);
    const SolveSchedule middle =
        device_schedule(problem, part.columns.value_or(least_columns(problem)));
    RankPrograms programs{
        .planes = {},
        .columns = {},
        .constant = {.precision = problem.precision, .round_trip = middle.round_trip},
        .description = fft::describe(of_a_plane.forward) + "; " +
                       (part.columns ? describe(middle) : std::string{"no columns"}) + "; " +
                       fft::describe(of_a_plane.inverse)};
    for (const std::int64_t planes : part.chunks) {
        programs.planes.emplace(
            planes, plane_programs(problem, planes, schedule_of_planes(problem, planes)));
    }
    if (part.columns) {
        programs.columns = program_of(problem, middle).without_work();
    }
    if (!part.chunks.empty() && of_a_plane.forward.work_values > 0) {
        const std::int64_t rows = std::ranges::max(part.chunks) * rows_of_plane(problem);
        programs.padded_bytes =
            static_cast<std::size_t>(rows * rows_of_schedule(problem, of_a_plane).pitch *
                                     bytes_per_value(problem.precision));
    }
    return programs;
}

template <typename T>
RankPasses<T> ready_passes(RankPrograms programs, const runtime::Machine& machine)
{
    struct Ready {
        std::map<std::int64_t, PlanePasses> planes;  ///< by the planes of a chunk
        std::optional<Executor> columns;
    };
    const auto ready = std::make_shared<Ready>();
    RankPasses<T> passes{.padded_rows = machine.zeros_and_wait(programs.padded_bytes),
                         .constant = programs.constant,
                         .description = std::move(programs.description)};
    for (const auto& [planes, both] : programs.planes) {
        passes.bytes += ready->planes.try_emplace(planes, machine, both).first->second.bytes();
    }
    passes.constant.told = machine.zeros_and_wait(
        static_cast<std::size_t>(bytes_per_value(passes.constant.precision)));
    if (programs.columns) {
        ready->columns.emplace(machine, solve_on(machine.backend()), *programs.columns);
        passes.constant.removed = ready->columns->array(ArrayName::constant);
        passes.bytes += ready->columns->bytes();
    }
    void* const work = passes.padded_rows.data();
    passes.bytes += passes.padded_rows.bytes() + passes.constant.told.bytes();
    passes.forward = [ready, work](const T* f, T* u, std::int64_t planes, Stream stream) {
        ready->planes.at(planes).forward(f, u, work, stream);
    };
    passes.inverse = [ready, work](T* u, std::int64_t planes, Stream stream) {
        ready->planes.at(planes).inverse(u, work, stream);
    };
    passes.solve = [ready](T* columns, Stream stream) {
        if (ready->columns) {
            ready->columns->enqueue({.f = columns, .u = columns, .work = columns}, stream);
        }
    };
    return passes;
}

}  // namespace

double RemovedMode::mean_and_wait(const runtime::Machine& machine, Stream stream) const
{
    return value_and_wait(machine, precision, told.data(), stream) / round_trip;
}

ModeRows mode_rows(const Problem& problem, const runtime::Machine& machine)
{
    if (machine.is_host()) {
        return {.pitch = unknowns(problem, row_axis(problem)).count};
    }
    const ModeRows rows = rows_of_schedule(problem, schedule_of_planes(problem, 1));
    static_cast<void>(device_schedule(problem, least_columns(problem)));
    return rows;
}

template <typename T>
RankPasses<T> resident_passes(const Problem& problem, const RankPart& part,
                              const runtime::Machine& machine, int threads)
{
    if (machine.is_host()) {  // whose steps look at the modes by themselves
        return ready_passes<T>(on_host<T>(problem, part, threads), machine);
    }
    validate_modes(problem);
    return ready_passes<T>(on_device(problem, part), machine);
}

int host_rank_threads(const Problem& problem, int size, int wanted)
{
    constexpr double nanoseconds = 3.0;  // time of a pass for one point
    return wanted > 0 ? wanted : threads_for(points(problem) / size, nanoseconds);
}

template RankPasses<float> resident_passes(const Problem&, const RankPart&, const runtime::Machine&,
                                           int);
template RankPasses<double> resident_passes(const Problem&, const RankPart&,
                                            const runtime::Machine&, int);

}  // namespace tobiuo::poisson
