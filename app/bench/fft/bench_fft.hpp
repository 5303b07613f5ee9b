// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo bench fft`: our transforms beside cuFFT, VkFFT and FFTW in one process.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "app/bench/fft/rows.hpp"
#include "app/bench/options.hpp"
#include "app/errors.hpp"
#include "app/run/himeno/himeno_wisdom.hpp"

namespace tobiuo {

/// Whether results are compared with those of higher precision.
enum class Accuracy { automatic, always, never };

struct BenchFftOptions : LibraryBenchOptions {
    BenchFftOptions()
    {
        sizes = {"64^3", "128^3", "256^3", "512^3"};
        contestants = bench::contestant_words({"ours", "cufft", "vkfft", "fftw", "cpu", "opencl"},
                                              " but cpu and opencl");
    }

    bench::Axis<fft::Kind> kinds =
        bench::axis_of("--kinds", "c2c (forward), r2c, c2r",
                       std::array{fft::Kind::c2c, fft::Kind::r2c, fft::Kind::c2r},
                       [](fft::Kind kind) { return fft_bench::word_of(kind); });
    std::string placement = "in-place";
    std::int64_t batch = 1;
    Accuracy accuracy = Accuracy::automatic;
    WisdomOptions wisdom;     ///< wisdom for our transforms
    bool work_array = false;  ///< whether ours may take a work array as large as the data
    bool published = false;
    std::vector<std::string> chosen;  ///< names of the given options that select what is measured
};

/// The problems of every size in every precision and kind. Throws InputError for a malformed size
/// or one that no memory holds.
[[nodiscard]] std::vector<fft::Problem> chosen_problems(const BenchFftOptions& options);

/// Measures, prints the table, writes JSON and its page; after a signal or a failure of the device,
/// with the rows so far. Throws InputError, device::DeviceError (an implementation asks for a
/// device that is missing, or the device failed), OutputError.
[[nodiscard]] ExitCode bench_fft_command(const BenchFftOptions& options);

/// Measures transforms with the arrays in host memory (`--out-of-card`) beside the link's limit and
/// FFTW; throws as bench_fft_command() does.
[[nodiscard]] ExitCode bench_fft_out_of_card_command(const BenchFftOptions& options);

}  // namespace tobiuo
