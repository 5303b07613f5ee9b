// SPDX-License-Identifier: BSD-3-Clause
// Rows as a GPU would give them, for tests without a GPU.
#pragma once

#include <string>
#include <vector>

#include "app/bench/fft/rows.hpp"
#include "tests/app/bench/synthetic.hpp"

namespace tobiuo::test {

inline bench::Machine synthetic_fft_machine()
{
    return {.host = "Test CPU, 16 threads",
            .device = "Test GPU",
            .l2_bytes = 60'000'000,
            .copy_bytes_per_second = 4e12};
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

inline bench::Json synthetic_row(const fft::Problem& problem, const std::string& library,
                                 double seconds)
{
    const bool on_host = library == "fftw";
    const bench::Machine machine = synthetic_fft_machine();
    bench::Implementation one = synthetic_implementation(library, seconds);
    if (!on_host) {
        one.workspace_bytes = 1'500'000;
    }
    bench::Json row = fft_bench::row_of(problem, one, on_host ? nullptr : &machine);
    fft_bench::put_errors(row, problem, {.relative_l2 = 1e-7, .relative_max = 2e-7});
    return row;
}

/// Ours, cuFFT and FFTW at 256^3: 1, 2 and 50 ms.
inline std::vector<bench::Json> synthetic_fft_rows(const fft::Problem& problem = cube(256))
{
    std::vector<bench::Json> rows{synthetic_row(problem, "ours", 1e-3),
                                  synthetic_row(problem, "cufft", 2e-3),
                                  synthetic_row(problem, "fftw", 50e-3)};
    fft_bench::compare_with_cufft(rows);
    return rows;
}

}  // namespace tobiuo::test
