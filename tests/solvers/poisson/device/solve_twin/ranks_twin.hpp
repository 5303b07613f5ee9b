// SPDX-License-Identifier: BSD-3-Clause
// A solve by transposition on the host: the modes of all ranks lie in one array, of which each takes
// its part, and each part is worked on through the kernels' own code.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "tests/solvers/poisson/device/solve_twin/ranks_cases.hpp"
#include "tests/solvers/poisson/device/solve_twin/rounds_twin.hpp"

namespace tobiuo::test {

template <typename T>
class RanksTwin {
public:
    explicit RanksTwin(RanksCase one)
        : one_{std::move(one)},
          division_{one_.division()},
          f_{random_values<T>(one_.problem, 7)},
          u_(f_.size(), std::numeric_limits<T>::quiet_NaN())
    {
    }

    /// Runs all parts; run_passes(twin, part, chunk) runs the passes of a part of a chunk.
    template <typename RunPasses>
    void run(const RunPasses& run_passes)
    {
        const fft::SlabDivision& array = division_.slabs();
        std::vector<T> modes(static_cast<std::size_t>(array.planes * array.plane()));
        for_each_chunk(false, [&](const poisson::SolveChunk& planes) {
            SolveTwin<T> twin{one_.problem, one_.schedule(planes), part_of(f_, planes)};
            run_passes(twin, RoundPart::forward, planes);
            std::ranges::copy(twin.padded_modes(), begin_of(modes, planes));
        });
        for_each_chunk(true, [&](const poisson::SolveChunk& columns) {
            std::vector<T> values;
            each_piece(columns, [&](std::int64_t first, std::int64_t count) {
                values.insert(values.end(), modes.begin() + first, modes.begin() + first + count);
            });
            const poisson::SolveSchedule solve = one_.schedule(columns);
            SolveTwin<T> twin{one_.problem, solve, values};
            twin.take_padded_modes(values);
            run_passes(twin, RoundPart::middle, columns);
            auto from = twin.padded_modes().begin();
            each_piece(columns, [&](std::int64_t first, std::int64_t count) {
                std::copy_n(from, count, modes.begin() + first);
                from += count;
            });
            removed_mean_ += twin.constant() / solve.round_trip;
        });
        for_each_chunk(false, [&](const poisson::SolveChunk& planes) {
            SolveTwin<T> twin{one_.problem, one_.schedule(planes), part_of(f_, planes)};
            twin.take_padded_modes(part_of(modes, planes));
            run_passes(twin, RoundPart::inverse, planes);
            std::ranges::copy(twin.solution(), begin_of(u_, planes));
        });
    }

    void expect_agreement() const
    {
        expect_solution_of_host<T>(one_.problem, f_, u_, removed_mean_,
                                   poisson::stretched_axis(one_.problem).has_value());
    }

private:
    template <typename Visit>
    void for_each_chunk(bool is_middle, const Visit& visit) const
    {
        for (int rank = 0; rank < one_.size; ++rank) {
            const poisson::SolveChunk chunk =
                is_middle ? division_.columns_of(rank) : one_.planes_of(rank);
            if (chunk.count > 0) {
                visit(chunk);
            }
        }
    }

    /// Where planes begin in an array of all of them.
    [[nodiscard]] auto begin_of(std::vector<T>& all, const poisson::SolveChunk& planes) const
    {
        const auto plane = std::ssize(all) / division_.slabs().planes;
        return all.begin() + planes.first * plane;
    }
    [[nodiscard]] std::vector<T> part_of(std::vector<T>& all,
                                         const poisson::SolveChunk& planes) const
    {
        const auto plane = std::ssize(all) / division_.slabs().planes;
        const auto begin = begin_of(all, planes);
        return {begin, begin + planes.count * plane};
    }

    /// Calls visit(first, count) for the neighbouring modes of columns, in their order.
    template <typename Visit>
    void each_piece(const poisson::SolveChunk& columns, const Visit& visit) const
    {
        const fft::SlabDivision& array = division_.slabs();
        const bool in_rows = division_.cuts().middle == poisson::row_axis(one_.problem);
        const std::int64_t width = in_rows ? 1 : array.inner;
        for (std::int64_t row = 0; row < array.planes * array.rows; ++row) {
            visit(row * array.second * array.inner + columns.first * width, columns.count * width);
        }
    }

    RanksCase one_;
    poisson::ModeDivision division_;
    std::vector<T> f_;
    std::vector<T> u_;
    double removed_mean_ = 0.0;
};

}  // namespace tobiuo::test
