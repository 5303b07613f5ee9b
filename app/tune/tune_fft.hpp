// `tobiuo tune fft`: finds the fastest passes of a transform on this device, and keeps them.
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
    std::string direction = "forward";  ///< the direction of a c2c transform
    std::string precision = "single";
    std::string placement = "in-place";
    std::int64_t batch = 1;
    bool work_array = false;  ///< plans may have a work array as large as the data
    /// Whether a function stands between two transforms, see DevicePointwisePlan.
    bool function = false;
    /// Arrays stay in host memory, and chunks of them visit the device.
    bool out_of_card = false;
    std::int64_t device_memory = std::int64_t{4} << 30;  ///< bytes that such a transform may take
    TunePassesOptions passes;
};

/// Tunes, prints the results and where the time went, and keeps the results; after a signal, the
/// best so far. Throws InputError, OutputError, device::DeviceError.
[[nodiscard]] ExitCode tune_fft_command(const TuneFftOptions& options);

/// Adds the command `fft` below `tune`; its callback sets `chosen`.
void add_tune_fft(CLI::App& tune, TuneFftOptions& options, std::function<ExitCode()>& chosen);

}  // namespace tobiuo
