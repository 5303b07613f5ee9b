// Rows as a GPU would give them, for tests that have none.
#pragma once

#include <string>
#include <vector>

#include "app/bench/fft/row.hpp"

namespace tobiuo::test {

inline fft_bench::Machine synthetic_fft_machine()
{
    return {.device = "Test GPU",
            .l2_bytes = 60'000'000,
            .copy_bytes_per_second = 4e12,
            .host = "Test CPU, 16 threads"};
}

inline fft::Problem cube(std::int64_t n, fft::Kind kind = fft::Kind::c2c,
                         Precision precision = Precision::fp32)
{
    return {.lengths = {n, n, n},
            .kind = kind,
            .direction = kind == fft::Kind::c2r ? fft::Direction::inverse : fft::Direction::forward,
            .precision = precision,
            .placement = fft::Placement::in_place,
            .batch = 1};
}

inline fft_bench::Row synthetic_row(const fft::Problem& problem, const std::string& library,
                                    double seconds)
{
    const bool on_host = library == "fftw";
    fft_bench::Row row{.problem = problem,
                       .library = library,
                       .seconds = seconds,
                       .least = 0.9 * seconds,
                       .most = 1.1 * seconds,
                       .repetitions = 9,
                       .executions = 2,
                       .limit_seconds = {},
                       .ratio_to_cufft = {},
                       .in_l2 = {},
                       .planning_seconds = 0.25,
                       .workspace_bytes = {},
                       .errors = fft::Errors{.relative_l2 = 1e-7, .relative_max = 2e-7},
                       .version = library == "ours" ? "" : "1.2.3",
                       .plan = library + " plan"};
    if (!on_host) {
        row.limit_seconds =
            fft_bench::limit_seconds(problem, synthetic_fft_machine().copy_bytes_per_second);
        row.workspace_bytes = 1'500'000;
        row.in_l2 = false;
    }
    return row;
}

/// Ours, cuFFT and FFTW at 256^3: 1, 2 and 50 ms.
inline std::vector<fft_bench::Row> synthetic_fft_rows(const fft::Problem& problem = cube(256))
{
    std::vector<fft_bench::Row> rows{synthetic_row(problem, "ours", 1e-3),
                                     synthetic_row(problem, "cufft", 2e-3),
                                     synthetic_row(problem, "fftw", 50e-3)};
    fft_bench::compare_with_cufft(rows);
    return rows;
}

}  // namespace tobiuo::test
