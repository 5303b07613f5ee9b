// SPDX-License-Identifier: BSD-3-Clause
// Problems and rows of the Poisson benchmark for its tests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/poisson/rows.hpp"
#include "tests/app/bench/synthetic.hpp"

namespace tobiuo::test {

inline const poisson_bench::Boundary& boundary_named(std::string_view name)
{
    return *std::ranges::find(poisson_bench::all_boundaries(), name,
                              &poisson_bench::Boundary::name);
}

inline poisson_bench::BenchProblem poisson_problem(
    std::string_view boundary, const std::vector<std::int64_t>& cells = {6, 8, 10},
    Location location = Location::cell, poisson::Operator op = poisson::Operator::second_order,
    Precision precision = Precision::fp64)
{
    return poisson_bench::bench_problem(cells, boundary_named(boundary), location, op, precision);
}

inline bench::Json synthetic_poisson_row(const std::string& implementation, double seconds,
                                         Backend backend = Backend::cpu)
{
    bench::Implementation one = synthetic_implementation(implementation, seconds);
    one.workspace_bytes = 1000;
    bench::Json row = poisson_bench::row_of(poisson_problem("duct", {100, 100, 100}), one, backend,
                                            backend == Backend::cpu ? 100e9 : 1e12);
    poisson_bench::put_residual(
        row, {.relative_l2 = 1e-15, .backward_error = 2e-16, .rounding_level = 1e-14});
    return row;
}

/// Rows of a GPU that copies at 1 TB/s: ours in 0.1 ms, cuFFT in 0.4 ms.
inline std::vector<bench::Json> synthetic_poisson_device_rows()
{
    std::vector<bench::Json> rows{synthetic_poisson_row("ours", 0.1e-3, Backend::cuda),
                                  synthetic_poisson_row("cufft", 0.4e-3, Backend::cuda)};
    poisson_bench::compare(rows);
    return rows;
}

/// Rows of a million points: ours in 1 ms, FFTW in 2.5 ms.
inline std::vector<bench::Json> synthetic_poisson_rows()
{
    std::vector<bench::Json> rows{synthetic_poisson_row("ours", 1e-3),
                                  synthetic_poisson_row("fftw", 2.5e-3)};
    poisson_bench::compare(rows);
    return rows;
}

}  // namespace tobiuo::test
