// `tobiuo tune himeno`: finds the fastest kernel and parameters, and keeps them as wisdom.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/case/case.hpp"
#include "app/errors.hpp"
#include "app/run/himeno/himeno_wisdom.hpp"
#include "kernels/stencil/shape.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the library is called so
namespace CLI {
class App;
}

namespace tobiuo {

struct TuneHimenoOptions {
    std::vector<std::string> sizes{"S", "M", "L", "XL"};
    std::optional<std::filesystem::path> case_file;  ///< instead of the sizes
    CaseOptions overrides;
    std::vector<std::string> backends;  ///< empty: the case's, or all that the machine has
    std::vector<std::string> kernels;   ///< empty: the case's, or all
    Precision precision = Precision::fp32;
    double budget_seconds = 60.0;  ///< for all tasks together
    bool exhaustive = false;
    bool dry_run = false;  ///< list the candidates, run nothing, write nothing
    int device = 0;
    bool device_named = false;  ///< a device that the user names must exist
    WisdomOptions wisdom;
    std::optional<std::filesystem::path> json;
};

/// Tunes size by size and keeps the results after each; after a signal, those so far. Throws
/// InputError, OutputError, device::DeviceError.
[[nodiscard]] ExitCode tune_himeno_command(const TuneHimenoOptions& options);

/// Adds the command `tune` with `himeno` below it; the callback sets `chosen`.
void add_tune(CLI::App& app, TuneHimenoOptions& options, std::function<ExitCode()>& chosen);

}  // namespace tobiuo
