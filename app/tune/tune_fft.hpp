// `tobiuo tune fft`: finds the fastest passes of a transform on this GPU, and keeps them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/errors.hpp"
#include "app/run/himeno_wisdom.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the library is called so
namespace CLI {
class App;
}

namespace tobiuo {

struct TuneFftOptions {
    std::vector<std::int64_t> lengths;  ///< points per axis, x first
    std::string kind = "c2c";
    std::string direction = "forward";  ///< of c2c
    std::string precision = "single";
    std::string placement = "in-place";
    std::int64_t batch = 1;
    double budget_seconds = 60.0;
    int candidates = 12;
    int device = 0;
    bool work_array = false;      ///< try plans with a work array as large as the data, too
    bool verbose_trials = false;  ///< a line for every candidate
    WisdomOptions wisdom;
};

/// Tunes, prints what was found and where the time went, and keeps it; after a signal, the best so
/// far. Throws InputError, OutputError, device::DeviceError.
[[nodiscard]] ExitCode tune_fft_command(const TuneFftOptions& options);

/// Adds `fft` below `tune`; its callback sets `chosen`.
void add_tune_fft(CLI::App& tune, TuneFftOptions& options, std::function<ExitCode()>& chosen);

}  // namespace tobiuo
