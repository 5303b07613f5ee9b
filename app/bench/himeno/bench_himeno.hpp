// `tobiuo bench himeno`: its options, and the commands that they choose.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/errors.hpp"
#include "kernels/precision.hpp"

namespace tobiuo {

struct BenchHimenoOptions {
    std::vector<std::string> sizes{"S", "M", "L", "XL"};
    std::vector<std::string> backends;  ///< empty: cpu, and cuda where there is a device
    std::vector<std::string> kernels;   ///< empty: all of them
    /// "block=128x2": switches for the kernels that have them.
    std::vector<std::string> parameters;
    Precision precision = Precision::fp32;
    double seconds = 1.0;  ///< of each repetition
    int repetitions = 7;
    int device = 0;
    std::optional<std::filesystem::path> json;
    bool ladder = false;
};

/// `tobiuo bench himeno`: kernels side by side with the measured ceiling, medians.
[[nodiscard]] ExitCode bench_himeno_command(const BenchHimenoOptions& options);

/// `tobiuo bench himeno --ladder`: the techniques of Naruse et al. 2008 one by one on this GPU,
/// beside their table. Throws InputError for options that choose kernels, DeviceError without one.
[[nodiscard]] ExitCode bench_ladder_command(const BenchHimenoOptions& options);

}  // namespace tobiuo
