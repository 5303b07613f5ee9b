// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo bench himeno`: its options, and the commands that they choose.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/bench/options.hpp"
#include "app/bench/selection.hpp"
#include "app/errors.hpp"
#include "kernels/stencil/sweep.hpp"
#include "runtime/precision.hpp"
#include "solvers/himeno/presets.hpp"

namespace tobiuo {

struct BenchHimenoOptions : BenchOptions {
    BenchHimenoOptions()
    {
        sizes = {"S", "M", "L", "XL"};
        backends =
            bench::backend_words("cpu, and cuda where there is a GPU", {"cpu", "cuda", "opencl"});
        repetitions = 7;
    }

    std::vector<std::string> kernels;  ///< empty: all of them
    /// Parameters such as "block=128x2", for the kernels that have them.
    std::vector<std::string> parameters;
    Precision precision = Precision::fp32;
    double seconds = 1.0;  ///< time of each repetition
    bool ladder = false;
};

/// The checked selection, in which every word is known.
struct HimenoSelection {
    std::vector<himeno::Preset> sizes;
    std::vector<bench::Team> teams;                ///< the CPU first
    std::vector<const stencil::SweepKind*> kinds;  ///< kernels of the teams
    std::map<std::string, std::string, std::less<>> parameters;
};

/// The named sizes. Throws InputError for an unknown word, with the nearest known one.
[[nodiscard]] std::vector<himeno::Preset> chosen_sizes(const BenchHimenoOptions& options);

/// Selects by the options. Throws InputError for an unknown word, with the nearest known one, and
/// DeviceError for a missing device that the options ask for.
[[nodiscard]] HimenoSelection select_for_bench(const BenchHimenoOptions& options);

/// Runs `tobiuo bench himeno`: medians of kernels, measured by turns with the ceiling.
[[nodiscard]] ExitCode bench_himeno_command(const BenchHimenoOptions& options);

}  // namespace tobiuo
