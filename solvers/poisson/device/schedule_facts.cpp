// SPDX-License-Identifier: BSD-3-Clause
// What a schedule of a solve takes, and how it reads in words.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/tridiagonal/line/line_threads.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_choice.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"

namespace tobiuo::poisson {

std::size_t array_values(const SolveSchedule& solve)
{
    const std::int64_t work = 2 * solve.forward.work_values;
    const SystemLines& lines = *solve.systems;
    return static_cast<std::size_t>(work > 0 ? work
                                             : lines.rows * lines.inner_count * lines.beyond_count);
}

int memory_passes(const SolveSchedule& solve, Precision precision)
{
    // Whole lines are swept forward and backward, and their pivots, in double, written and read.
    const int of_systems = solve.tiles ? 1 : precision == Precision::fp32 ? 4 : 3;
    return fft::passes(solve.forward) + fft::passes(solve.inverse) +
           (solve.systems ? of_systems : 0) + (solve.recurrences || solve.line ? 1 : 0);
}

std::vector<fft::Chosen> choices_in(const SolveSchedule& solve)
{
    std::vector<fft::Chosen> all = fft::choices_in(solve.forward);
    for (const fft::Chosen& chosen : fft::choices_in(solve.inverse)) {
        all.push_back(chosen);
    }
    return all;
}

std::string describe(const SolveSchedule& solve)
{
    std::string text = fft::describe(solve.forward);
    if (solve.systems) {
        text +=
            (text.empty() ? "" : "; ") + std::to_string(solve.systems->rows) + " rows tridiagonal";
    }
    if (solve.tiles) {
        const tridiagonal::ColumnTiles& tiles = solve.tiles->tiles;
        text += ", " + std::to_string(tiles.threads_per_column) + "x" + std::to_string(tiles.tile) +
                " threads";
    }
    if (solve.recurrences) {
        text += "; " + tridiagonal::short_name(solve.recurrences->form);
    }
    if (solve.line) {
        text += tridiagonal::line_name(solve.line->rows);
    }
    const std::string inverse = fft::describe(solve.inverse);
    return text + (inverse.empty() ? "" : "; " + inverse);
}

}  // namespace tobiuo::poisson
