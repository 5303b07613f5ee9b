// Problems and rows of the Poisson benchmark for its tests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/poisson/row.hpp"
#include "solvers/poisson/residual.hpp"

namespace tobiuo::test {

inline const poisson_bench::Boundary& boundary_named(std::string_view name)
{
    return *std::ranges::find(poisson_bench::boundaries(), name, &poisson_bench::Boundary::name);
}

inline poisson_bench::BenchProblem poisson_problem(
    std::string_view boundary, const std::vector<std::int64_t>& cells = {6, 8, 10},
    Location location = Location::cell, poisson::Operator op = poisson::Operator::second_order,
    Precision precision = Precision::fp64)
{
    return poisson_bench::bench_problem(cells, boundary_named(boundary), location, op, precision);
}

inline poisson_bench::Machine synthetic_poisson_machine()
{
    return {.host = "Test CPU, 16 threads",
            .ceiling_bytes_per_second = 100e9,
            .device = "",
            .copy_bytes_per_second = 0.0};
}

inline poisson_bench::Row synthetic_poisson_row(const std::string& implementation, double seconds)
{
    return {.problem = poisson_problem("duct", {100, 100, 100}),
            .implementation = implementation,
            .seconds = seconds,
            .least = 0.9 * seconds,
            .most = 1.1 * seconds,
            .repetitions = 9,
            .executions = 2,
            .ceiling_bytes_per_second = synthetic_poisson_machine().ceiling_bytes_per_second,
            .residual =
                poisson::Residual{
                    .relative_l2 = 1e-15, .backward_error = 2e-16, .rounding_level = 1e-14},
            .planning_seconds = 0.25,
            .workspace_bytes = 1000,
            .version = implementation == "ours" ? "" : "1.2.3",
            .plan = implementation + " plan"};
}

/// On a GPU that copies at 1 TB/s: ours in 0.1 ms, cuFFT in 0.4 ms.
inline std::vector<poisson_bench::Row> synthetic_poisson_device_rows()
{
    std::vector<poisson_bench::Row> rows{synthetic_poisson_row("ours", 0.1e-3),
                                         synthetic_poisson_row("cufft", 0.4e-3)};
    for (poisson_bench::Row& row : rows) {
        row.backend = Backend::cuda;
        row.ceiling_bytes_per_second = 1e12;
    }
    poisson_bench::compare(rows);
    return rows;
}

/// A million points: ours in 1 ms, FFTW in 2.5 ms.
inline std::vector<poisson_bench::Row> synthetic_poisson_rows()
{
    std::vector<poisson_bench::Row> rows{synthetic_poisson_row("ours", 1e-3),
                                         synthetic_poisson_row("fftw", 2.5e-3)};
    poisson_bench::compare(rows);
    return rows;
}

}  // namespace tobiuo::test
