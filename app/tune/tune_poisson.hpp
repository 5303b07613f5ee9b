// `tobiuo tune poisson`: finds the fastest passes of a case's solve on this device, and keeps them.
#pragma once

#include <filesystem>
#include <functional>

#include "app/case/case.hpp"
#include "app/tune/tune_passes.hpp"

namespace tobiuo {

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
