// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo tune himeno`: its tasks, of which the fastest kernel and parameters are kept as wisdom.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/bench/options.hpp"
#include "app/case/case.hpp"
#include "app/errors.hpp"
#include "app/run/himeno/himeno_wisdom.hpp"
#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the library is called so
namespace CLI {
class App;
}

namespace tobiuo {

struct TuneHimenoOptions {
    std::vector<std::string> sizes{"S", "M", "L", "XL"};
    std::optional<std::filesystem::path> case_file;  ///< instead of the sizes
    CaseOptions overrides;
    bench::Words backends = bench::backend_words(
        "the case's, or cpu, and cuda where there is a GPU", {"cpu", "cuda", "opencl"});
    std::vector<std::string> kernels;  ///< empty: the case's, or all
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

/// One size, or one case, on one back end.
struct TuneTask {
    std::string name;  ///< "L", or the name of the case
    Backend backend;
    stencil::SweepRequest request;
    std::vector<const stencil::SweepKind*> kinds;  ///< kernels of the back end
    std::function<std::unique_ptr<stencil::ArraySource>()> source;
};

/// The tasks that the options ask for. Throws InputError for unknown words and for a bad case,
/// DeviceError for a requested device that does not exist.
[[nodiscard]] std::vector<TuneTask> tune_tasks(const TuneHimenoOptions& options);

}  // namespace tobiuo
