// `tobiuo bench fft`: our transforms beside cuFFT, VkFFT and FFTW in one process.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/bench/options.hpp"
#include "app/errors.hpp"
#include "app/run/himeno/himeno_wisdom.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the library is called so
namespace CLI {
class App;
}

namespace tobiuo {

struct Studies;

/// Whether results are compared with those of higher precision.
enum class Accuracy { automatic, always, never };

struct BenchFftOptions : LibraryBenchOptions {
    BenchFftOptions() { sizes = {"64^3", "128^3", "256^3", "512^3"}; }

    std::vector<std::string> kinds{"c2c", "r2c", "c2r"};
    std::string placement = "in-place";
    std::int64_t batch = 1;
    Accuracy accuracy = Accuracy::automatic;
    WisdomOptions wisdom;     ///< wisdom for our transforms
    bool work_array = false;  ///< whether ours may take a work array as large as the data
    bool published = false;
    std::vector<std::string> chosen;  ///< names of the given options that select what is measured
};

/// Measures, prints the table, writes JSON and its page; after a signal or a failure of the device,
/// with the rows so far. Throws InputError, device::DeviceError (an implementation asks for a
/// device that is missing, or the device failed), OutputError.
[[nodiscard]] ExitCode bench_fft_command(const BenchFftOptions& options);

/// Measures transforms with the arrays in host memory (`--out-of-card`) beside the link's limit and
/// FFTW; throws as bench_fft_command() does.
[[nodiscard]] ExitCode bench_fft_out_of_card_command(const BenchFftOptions& options);

/// Adds the command below `bench`; its callback sets `chosen`, with --published to what `studies`
/// has.
void add_bench_fft(CLI::App& bench, BenchFftOptions& options, const Studies& studies,
                   std::function<ExitCode()>& chosen);

}  // namespace tobiuo
