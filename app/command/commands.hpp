// The commands of the program: each has its options and runs to an exit code.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/case/case.hpp"
#include "app/command/ceiling.hpp"
#include "app/command/himeno_wisdom.hpp"
#include "app/command/progress.hpp"
#include "app/errors.hpp"
#include "kernels/stencil/shape.hpp"

namespace tobiuo {

struct RunOptions {
    std::vector<std::filesystem::path> case_files;  ///< "-" is the standard input
    CaseOptions overrides;
    WisdomOptions wisdom;
    CeilingUse ceiling = CeilingUse::keep;
    bool dry_run = false;
    bool force = false;
    bool ignore_memory = false;
    Verbosity verbosity = Verbosity::normal;
};

/// `tobiuo run CASE ...`: everything from the case to the manifest, case by case.
[[nodiscard]] ExitCode run_command(const RunOptions& options);

/// `tobiuo check CASE ...`: reads and resolves each case, prints what it would take, computes
/// nothing.
[[nodiscard]] ExitCode check_command(const RunOptions& options);

struct InfoOptions {
    bool json = false;
    bool ceilings = true;
};

/// `tobiuo info`: versions, devices, memory, measured ceilings.
[[nodiscard]] ExitCode info_command(const InfoOptions& options);

/// `tobiuo schema`: the JSON Schema of a case on stdout.
[[nodiscard]] ExitCode schema_command();

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
