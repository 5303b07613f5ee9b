// `tobiuo bench fft`: our transforms beside cuFFT, VkFFT and FFTW in one process.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/errors.hpp"
#include "app/run/himeno_wisdom.hpp"
#include "kernels/fft/host/plan.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the library is called so
namespace CLI {
class App;
}

namespace tobiuo {

/// Whether results are compared with those of higher precision.
enum class Accuracy { automatic, always, never };

struct BenchFftOptions {
    std::vector<std::string> sizes{"64^3", "128^3", "256^3", "512^3"};
    std::vector<std::string> kinds{"c2c", "r2c", "c2r"};
    std::vector<std::string> precisions{"single", "double"};
    std::string placement = "in-place";
    std::int64_t batch = 1;
    std::vector<std::string> implementations;  ///< empty: all there are
    int repetitions = 9;
    Accuracy accuracy = Accuracy::automatic;
    WisdomOptions wisdom;     ///< of our transforms
    bool work_array = false;  ///< ours may take one as large as the data
    int device = 0;
    bool device_named = false;  ///< who names a device wants it, not "if there"
    int threads = 0;            ///< of FFTW; 0: all
    fft::Effort effort = fft::Effort::estimate;
    std::optional<std::filesystem::path> json;
    std::optional<std::filesystem::path> plot;
    bool published = false;
    std::vector<std::string> chosen;  ///< options named that say what to measure
};

/// Measures, prints the table, writes JSON and plot; after a signal or a failure of the device, of
/// what there is so far. Throws InputError, device::DeviceError (no device although an
/// implementation asks for it, or it failed), OutputError.
[[nodiscard]] ExitCode bench_fft_command(const BenchFftOptions& options);

/// `--published`: tables 7 to 12 of Nukada et al. 2008, measured and printed beside the paper's
/// figures, with a JSON file of their own. Without a device those of the host. Throws as above.
[[nodiscard]] ExitCode bench_fft_published_command(const BenchFftOptions& options);

/// Adds the command below `bench`; its callback sets `chosen`.
void add_bench_fft(CLI::App& bench, BenchFftOptions& options, std::function<ExitCode()>& chosen);

}  // namespace tobiuo
