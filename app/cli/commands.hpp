// SPDX-License-Identifier: BSD-3-Clause
// The commands of the program, each with its options and an exit code.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/case/case.hpp"
#include "app/errors.hpp"
#include "app/run/ceiling.hpp"
#include "app/run/checkpoint_file.hpp"
#include "app/run/himeno/himeno_wisdom.hpp"
#include "app/run/prediction.hpp"
#include "app/run/progress.hpp"

namespace tobiuo {

struct RunOptions {
    std::vector<std::filesystem::path> case_files;  ///< "-" is the standard input
    CaseOptions overrides;
    WisdomOptions wisdom;
    CeilingUse ceiling = CeilingUse::keep;
    std::optional<int> gpus = {};                      ///< ranks to be started, each with a GPU
    std::optional<PredictionOptions> prediction = {};  ///< for ranks that are not started
    bool dry_run = false;
    bool force = false;
    Restart restart = Restart::no;
    bool goes_on = false;  ///< --continue: what is there decides on `restart`
    bool ignore_memory = false;
    Verbosity verbosity = Verbosity::normal;
};

/// Runs `tobiuo run CASE ...`: everything from the case to the manifest, case by case.
[[nodiscard]] ExitCode run_command(const RunOptions& options);

/// Runs `tobiuo check CASE ...`: reads and resolves each case and prints what it would take,
/// without computing anything.
[[nodiscard]] ExitCode check_command(const RunOptions& options);

struct ReportOptions {
    std::vector<std::filesystem::path> sources;  ///< folders of runs, JSON files of benchmarks
    std::optional<std::filesystem::path> output;
};

/// Runs `tobiuo report DIR ...`: writes the page of a run in its folder, that of a benchmark beside
/// its file, or one of several side by side.
[[nodiscard]] ExitCode report_command(const ReportOptions& options);

struct InfoOptions {
    bool json = false;
    bool ceilings = true;
};

/// Runs `tobiuo info`: versions, devices, memory, measured ceilings.
[[nodiscard]] ExitCode info_command(const InfoOptions& options);

/// Runs `tobiuo schema`: prints the JSON Schema of a case to stdout.
[[nodiscard]] ExitCode schema_command();

}  // namespace tobiuo
