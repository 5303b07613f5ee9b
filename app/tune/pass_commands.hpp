// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo tune fft` and `tobiuo tune poisson`: find the fastest passes on a device, and keep them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/case/case.hpp"
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
    /// Whether a function stands between two transforms, see DevicePlanOptions.
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

struct TunePoissonOptions {
    std::filesystem::path file;
    CaseOptions overrides;
    TunePassesOptions passes;  ///< the device is the case's, and without --backends the back end
};

/// Tunes the solve of a case. Throws InputError for a bad case or one that the device's solver
/// declines, and what tune_passes() throws.
[[nodiscard]] ExitCode tune_poisson_command(const TunePoissonOptions& options);

/// Adds the command `poisson` below `tune`; its callback sets `chosen`.
void add_tune_poisson(CLI::App& tune, TunePoissonOptions& options,
                      std::function<ExitCode()>& chosen);

}  // namespace tobiuo
