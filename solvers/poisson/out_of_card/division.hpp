// SPDX-License-Identifier: BSD-3-Clause
// How the planes of a problem and the memory of a device are divided.
#pragma once

#include <cstdint>
#include <functional>

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/out_of_card/solve_rounds.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The points of a plane of z.
[[nodiscard]] std::int64_t plane_points(const Problem& problem);

/// Whether two trips suffice for a valid problem: the operator has three points along z, and no
/// mode of x and y changes the sign of a pivot there.
[[nodiscard]] bool allows_trips(const Problem& problem);

/// The passes along x and y of a chunk of `planes` planes, before and after the systems along z,
/// and the eigenvalues of these, which do not depend on the planes.
[[nodiscard]] SolveSchedule chunk_schedule(const Problem& problem, std::int64_t planes,
                                           const fft::DeviceLimits& limits,
                                           const fft::Choices& choices);

/// The number of passes of a solve over its array in device memory; `chunk` is a chunk_schedule().
[[nodiscard]] int trips_passes(const SolveSchedule& chunk);

/// The arrays of doubles with one value for each column that a solve with equal cells along z
/// needs, see tridiagonal::SlabSums.
inline constexpr int sums_of_a_column = 4;

struct Division {
    std::int64_t planes{};  ///< of a chunk, at most
    int slots{};            ///< chunks on the device at a time
    /// The rows from one that the elimination of a stretched z keeps to the next one, see
    /// tridiagonal::UnequalSlabSystems.
    std::int64_t kept_step = 32;
};

/// Divides `device_bytes` into chunks that are long enough for the link, as many as fit. Throws
/// std::invalid_argument if there is no memory for four chunks of one plane: what, and the cure.
[[nodiscard]] Division divided(const Problem& problem, std::int64_t device_bytes,
                               const fft::DeviceLimits& limits, const fft::Choices& choices);

/// What a solve takes of a device beside the slots of its chunks, in bytes; the schedule is that of a
/// chunk.
using BesideSlots = std::function<std::int64_t(const SolveSchedule&)>;

/// Divides it for some of the planes of a problem, which one of several ranks has; kept_step is the
/// caller's.
[[nodiscard]] Division divided(const Problem& problem, std::int64_t planes,
                               std::int64_t device_bytes, const BesideSlots& beside_slots,
                               const fft::DeviceLimits& limits, const fft::Choices& choices);

/// Bytes of device memory that a solve takes; `chunk` is the schedule of a chunk of
/// division.planes planes.
[[nodiscard]] std::int64_t device_bytes(const Problem& problem, const SolveSchedule& chunk,
                                        const Division& division);

/// Rounds, and the device memory that they take.
struct RoundsDivision {
    SolveRounds rounds;
    std::int64_t other_bytes{};  ///< besides the slots

    [[nodiscard]] std::int64_t device_bytes() const
    {
        return rounds.slots * rounds.chunk_bytes + other_bytes;
    }
};

/// The number of passes of rounds, which have chunks of both kinds, over the array in device memory.
[[nodiscard]] int rounds_passes(const Problem& problem, const SolveRounds& rounds,
                                const fft::DeviceLimits& limits, const fft::Choices& choices);

/// Divides `device_bytes` for rounds over a part of the array. Throws std::invalid_argument with one sentence if
/// there is not enough memory, or no schedule.
[[nodiscard]] RoundsDivision divided_in_rounds(const Problem& problem, const RoundsPart& part,
                                               std::int64_t device_bytes,
                                               const fft::DeviceLimits& limits,
                                               const fft::Choices& choices);

}  // namespace tobiuo::poisson
