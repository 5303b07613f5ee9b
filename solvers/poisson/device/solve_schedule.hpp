// SPDX-License-Identifier: BSD-3-Clause
// The passes of a solve on the GPU, and the divisors of the middle one, as data that a test can run
// on the host.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "kernels/tridiagonal/line/integrate_line.hpp"
#include "kernels/tridiagonal/tile/column_tiles.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_form.hpp"
#include "solvers/poisson/axis/given_modes.hpp"
#include "solvers/poisson/device/solve_chunk.hpp"
#include "solvers/poisson/device/solve_lines.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The method along the last axis if the operator has three points along it.
enum class LastAxis {
    automatic,  ///< by recurrences, but small two-dimensional arrays of doubles by transforms
    recurrences,
    transforms,  ///< and systems of a stretched axis line by line, not tile by tile
};

/// The tiles in which the systems along a stretched axis are solved.
struct SolvedTiles {
    tridiagonal::ColumnTiles tiles;
    long long zero_mode = -1;  ///< tridiagonal::TileSystems::zero_mode
};

/// Rows of a stretched axis that are solved tile by tile: of more, registers hold columns only in
/// tiles narrower than what a memory access reads.
inline constexpr int most_tile_rows = 2048;

/// The systems of equal rows along the last axis: the form of their kernel, and their coefficients.
struct Recurrences {
    tridiagonal::ToeplitzForm form;
    long long inner_count{};
    double diffusion{};
    long long zero_mode{};
};

/// The only axis of a problem, integrated twice: tridiagonal::UniformLine.
struct IntegratedLine {
    long long rows{};
    tridiagonal::Edge first{};
    tridiagonal::Edge last{};
    bool reversed = false;  ///< rows are counted from the upper end
    double diffusion{};

    /// `constant` is null if the mean of u is determined.
    template <typename T>
    [[nodiscard]] tridiagonal::UniformLine<T> of(const T* f, T* u, T* constant) const
    {
        const long long row_0 = reversed ? rows - 1 : 0;
        return {.source = f + row_0,
                .solution = u + row_0,
                .rows = rows,
                .step = reversed ? -1 : 1,
                .first = first,
                .last = last,
                .diffusion = diffusion,
                .scale = 1.0,
                .constant = constant};
    }
};

/// The steps from the array of f (Array::input) to that of u (Array::output). If all axes are
/// transformed, `forward` has all steps, also those of the inverse transforms, and the eigenvalues
/// are those of fft::Symbol, each multiplied by the round trip. Otherwise the systems along one
/// axis are solved between `forward` and `inverse`, in the work array if there is one, and the
/// eigenvalues are the plain ones of the other axes; or a single line is solved from f to u without
/// eigenvalues.
struct SolveSchedule {
    fft::Schedule forward;
    std::optional<SystemLines> systems;  ///< along a stretched axis
    std::optional<SolvedTiles> tiles;    ///< of the systems; without them lines are solved whole
    std::optional<Recurrences> recurrences;
    std::optional<IntegratedLine> line;
    fft::Schedule inverse;
    std::vector<double> inner;  ///< per line of a row of lines, see fft::Symbol
    std::vector<double> outer;  ///< with lambda
    std::vector<double> along;
    /// Whether eigenvalues are added in double precision for any data. A positive lambda cancels
    /// the eigenvalues that it is added to, so that the sum must not contain rounded values.
    bool wide_symbol = false;
    double round_trip = 1.0;  ///< factor of inverse after forward

    /// Whether an axis is solved by systems and not transformed.
    [[nodiscard]] bool by_systems() const { return systems || recurrences || line; }
};

/// The number of reals of the array between the passes of a solve by systems: as many pivots, if
/// lines are solved whole.
[[nodiscard]] std::size_t array_values(const SolveSchedule& solve);

/// The number of passes over the array in memory, each a read and a write.
[[nodiscard]] int memory_passes(const SolveSchedule& solve, Precision precision);

/// The configurations of all passes, see fft::choices_in().
[[nodiscard]] std::vector<fft::Chosen> choices_in(const SolveSchedule& solve);

/// The passes in words.
[[nodiscard]] std::string describe(const SolveSchedule& solve);

/// The schedule of a valid problem. Axes are transformed from the fastest to the slowest and,
/// except the last one, back again: x by pairs of contiguous lines, or by r2c where it is periodic
/// and even, the others by pairs of strided lines (fft::TwoForOne). x and y of three axes are
/// merged if the L2 cache holds enough planes or the array is small, unless one of them takes a
/// convolution. Along a stretched axis, or one with an open end that is not the last, systems are solved between the transforms of the other axes:
/// tile by tile, in one pass, unless it is the fastest axis or has more than most_tile_rows rows.
/// The last of several axes is solved by recurrences, see LastAxis, if it has not too many rows. A
/// single axis of any length is integrated if the operator has three points and lambda is 0. If x
/// has an odd number of unknowns, the passes of x move rows to a work array with aligned rows, and
/// back. Nothing is transformed along axes whose modes are given, in f and in u. Throws
/// std::invalid_argument for what no passes can do, with one sentence: what, and the cure.
[[nodiscard]] SolveSchedule make_solve_schedule(const Problem& problem,
                                                const fft::DeviceLimits& limits,
                                                const fft::Choices& choices = {},
                                                LastAxis last_axis = LastAxis::automatic,
                                                const GivenModes& modes = {});

/// The part of a schedule, without recurrences, that belongs to a chunk. Of the first round and the
/// last one: `forward` and `inverse`, without eigenvalues. Of the middle round: all between these,
/// with the eigenvalues of the chunk and the round trip of the whole solve. Where x is moved to a
/// work array, the rows of the middle round are there, and no pass moves them; chunks with parts of
/// rows have the padding too, as modes whose eigenvalues are regular. Throws as
/// make_solve_schedule() does.
[[nodiscard]] SolveSchedule make_chunk_schedule(const Problem& problem, const SolveChunk& chunk,
                                                const ChunkCuts& cuts,
                                                const fft::DeviceLimits& limits,
                                                const fft::Choices& choices = {});
/// The part of a schedule that belongs to a chunk, with the cuts of cuts_of_rounds().
[[nodiscard]] SolveSchedule make_chunk_schedule(const Problem& problem, const SolveChunk& chunk,
                                                const fft::DeviceLimits& limits,
                                                const fft::Choices& choices = {});

}  // namespace tobiuo::poisson
