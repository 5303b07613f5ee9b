// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/out_of_card/division.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "runtime/memory/link.hpp"
#include "solvers/poisson/axis/recurrences.hpp"

namespace tobiuo::poisson {
namespace {

/// The problem of `planes` planes with the axes x and y of `problem`, whose passes along x and y
/// serve each chunk. Its z axis is arbitrary, but stretched, so that no passes along it are
/// planned; between these ends nodes and cells are as many.
Problem chunk_problem(Problem problem, std::int64_t planes)
{
    std::vector<double> nodes(static_cast<std::size_t>(planes) + 1);
    std::iota(nodes.begin(), nodes.end(), 0.0);
    problem.grid.axes[2] = {
        .cells = planes, .lower = 0.0, .upper = static_cast<double>(planes), .nodes = nodes};
    problem.sides[2] = {.lower = Condition::dirichlet, .upper = Condition::neumann};
    return problem;
}

/// The doubles that a column of `rows` rows takes beside the slots.
std::int64_t doubles_of_a_column(const Problem& problem, std::int64_t kept_step)
{
    const std::int64_t rows = unknowns(problem, 2).count;
    return problem.grid.axes[2].stretched() ? 2 + (rows + kept_step - 1) / kept_step
                                            : sums_of_a_column;
}

/// Device memory besides the slots: what the columns take, the line of the zero mode and its mean,
/// the eigenvalues, the coefficients of a stretched axis, and the work array of a chunk where rows
/// are padded.
std::int64_t other_bytes(const Problem& problem, const SolveSchedule& chunk, std::int64_t kept_step)
{
    constexpr std::int64_t lines_of_a_stretched_axis = 5;
    const auto inner = static_cast<std::int64_t>(chunk.inner.size());
    const auto outer = static_cast<std::int64_t>(chunk.outer.size());
    const std::int64_t lines = problem.grid.axes[2].stretched() ? lines_of_a_stretched_axis : 1;
    const std::int64_t doubles = doubles_of_a_column(problem, kept_step) * inner * outer +
                                 lines * unknowns(problem, 2).count + 1 + inner + outer;
    return doubles * static_cast<std::int64_t>(sizeof(double)) +
           2 * chunk.forward.work_values * bytes_per_value(problem.precision);
}

/// As few rows from one that is kept to the next one that those of all columns take an eighth of
/// the memory at most.
std::int64_t kept_step_within(const Problem& problem, std::int64_t device_bytes)
{
    const std::int64_t rows = unknowns(problem, 2).count;
    const std::int64_t column = plane_points(problem) * static_cast<std::int64_t>(sizeof(double));
    std::int64_t step = Division{}.kept_step;
    while (step < rows && doubles_of_a_column(problem, step) * column > device_bytes / 8) {
        step *= 2;
    }
    return step;
}

/// Device memory besides the slots: the work array where rows are padded, and for each size of
/// chunks of the middle round pivots, coefficients, eigenvalues and a mean.
std::int64_t other_bytes(const Problem& problem, const SolveRounds& rounds,
                         const fft::DeviceLimits& limits, const fft::Choices& choices)
{
    constexpr std::int64_t wide = sizeof(double);
    std::int64_t work = 0;
    std::int64_t others = 0;
    for (const std::vector<SolveChunk>* chunks : {&rounds.outer, &rounds.middle}) {
        for (const SolveChunk& size : sizes_of(*chunks)) {
            const SolveSchedule chunk =
                make_chunk_schedule(problem, size, rounds.part.cuts, limits, choices);
            work = std::max<std::int64_t>(work, 2 * chunk.forward.work_values);
            const std::size_t eigenvalues =
                chunk.inner.size() + chunk.outer.size() + chunk.along.size();
            const std::size_t systems =
                chunk.systems
                    ? array_values(chunk) + 3 * static_cast<std::size_t>(chunk.systems->rows)
                    : 0;
            others += wide * static_cast<std::int64_t>(eigenvalues + systems + 1);  // and the mean
        }
    }
    return work * bytes_per_value(problem.precision) + others + wide * rounds.part.middle.count;
}

/// The rounds in chunks of `most_bytes`; a refusal says what the device memory was.
SolveRounds rounds_within(const Problem& problem, const RoundsPart& part, std::int64_t most_bytes,
                          std::int64_t device_bytes, const fft::TunedTable* table)
{
    try {
        return make_solve_rounds(problem, part, most_bytes, table);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument{"a solve with its arrays in host memory may take " +
                                    std::to_string(device_bytes) + " bytes of device memory (" +
                                    error.what() +
                                    ", of which a little more than four have to fit): allow it "
                                    "more"};
    }
}

}  // namespace

std::int64_t plane_points(const Problem& problem)
{
    return unknowns(problem, 0).count * unknowns(problem, 1).count;
}

SolveSchedule chunk_schedule(const Problem& problem, std::int64_t planes,
                             const fft::DeviceLimits& limits, const fft::Choices& choices)
{
    return make_solve_schedule(chunk_problem(problem, planes), limits, choices);
}

int trips_passes(const SolveSchedule& chunk)
{
    constexpr int along_z = 2;  // rising and falling
    return fft::passes(chunk.forward) + along_z + fft::passes(chunk.inverse);
}

bool allows_trips(const Problem& problem)
{
    const std::optional<int> stretched = stretched_axis(problem);
    return stretched ? *stretched == 2 && problem.lambda <= 0.0 : allows_recurrences(problem);
}

std::int64_t device_bytes(const Problem& problem, const SolveSchedule& chunk,
                          const Division& division)
{
    return division.slots * division.planes * plane_points(problem) *
               bytes_per_value(problem.precision) +
           other_bytes(problem, chunk, division.kept_step);
}

Division divided(const Problem& problem, std::int64_t device_bytes, const fft::DeviceLimits& limits,
                 const fft::Choices& choices)
{
    const std::int64_t kept_step = kept_step_within(problem, device_bytes);
    Division division = divided(
        problem, unknowns(problem, 2).count, device_bytes,
        [&](const SolveSchedule& chunk) { return other_bytes(problem, chunk, kept_step); }, limits,
        choices);
    division.kept_step = kept_step;
    return division;
}

Division divided(const Problem& problem, std::int64_t planes, std::int64_t device_bytes,
                 const BesideSlots& beside_slots, const fft::DeviceLimits& limits,
                 const fft::Choices& choices)
{
    const std::int64_t plane = plane_points(problem) * bytes_per_value(problem.precision);
    std::int64_t in_chunk =
        std::clamp<std::int64_t>((memory::filling_copy_bytes + plane - 1) / plane, 1, planes);
    while (true) {
        const std::int64_t others =
            beside_slots(chunk_schedule(problem, in_chunk, limits, choices));
        const std::int64_t slots = (device_bytes - others) / (in_chunk * plane);
        if (slots >= std::min<std::int64_t>(memory::slots_in_flight, planes)) {
            return {.planes = in_chunk,
                    .slots = static_cast<int>(std::min<std::int64_t>(slots, planes))};
        }
        if (in_chunk == 1) {
            throw std::invalid_argument{
                "a solve with its arrays in host memory needs " +
                std::to_string(others + memory::slots_in_flight * plane) +
                " bytes of device memory (some planes and a few numbers for each of their points) "
                "and may take " +
                std::to_string(device_bytes) + ": allow it more"};
        }
        in_chunk = (in_chunk + 1) / 2;
    }
}

int rounds_passes(const Problem& problem, const SolveRounds& rounds,
                  const fft::DeviceLimits& limits, const fft::Choices& choices)
{
    const auto passes = [&](const SolveChunk& chunk) {
        return memory_passes(make_chunk_schedule(problem, chunk, rounds.part.cuts, limits, choices),
                             problem.precision);
    };
    return passes(rounds.outer.front()) + passes(rounds.middle.front());
}

RoundsDivision divided_in_rounds(const Problem& problem, const RoundsPart& part,
                                 std::int64_t device_bytes, const fft::DeviceLimits& limits,
                                 const fft::Choices& choices)
{
    // What is beside the slots makes chunks smaller.
    for (std::int64_t chunk = device_bytes / memory::slots_in_flight;; chunk -= chunk / 8 + 1) {
        RoundsDivision division{
            .rounds = rounds_within(problem, part, chunk, device_bytes, choices.table)};
        division.other_bytes = other_bytes(problem, division.rounds, limits, choices);
        if (division.device_bytes() <= device_bytes) {
            return division;
        }
    }
}

}  // namespace tobiuo::poisson
