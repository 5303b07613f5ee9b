// `tobiuo tune fft`: finds the fastest passes of a transform on this GPU, and keeps them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/errors.hpp"
#include "app/tune/tune_passes.hpp"

namespace tobiuo {

struct TuneFftOptions {
    std::vector<std::int64_t> lengths;  ///< points per axis, x first
    std::string kind = "c2c";
    std::string direction = "forward";  ///< of c2c
    std::string precision = "single";
    std::string placement = "in-place";
    std::int64_t batch = 1;
    bool work_array = false;  ///< plans may have a work array as large as the data
    bool function = false;    ///< forward, a function of every element, and back, see PointwisePlan
    TunePassesOptions passes;
};

/// Tunes, prints what was found and where the time went, and keeps it; after a signal, the best so
/// far. Throws InputError, OutputError, device::DeviceError.
[[nodiscard]] ExitCode tune_fft_command(const TuneFftOptions& options);

/// Adds `fft` below `tune`; its callback sets `chosen`.
void add_tune_fft(CLI::App& tune, TuneFftOptions& options, std::function<ExitCode()>& chosen);

}  // namespace tobiuo
