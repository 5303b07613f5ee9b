// `tobiuo bench himeno`: its options, and the commands that they choose.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/bench/options.hpp"
#include "app/errors.hpp"
#include "runtime/precision.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the library is called so
namespace CLI {
class App;
}

namespace tobiuo {

struct Studies;

struct BenchHimenoOptions : BenchOptions {
    BenchHimenoOptions()
    {
        sizes = {"S", "M", "L", "XL"};
        repetitions = 7;
    }

    std::vector<std::string> backends;  ///< empty: cpu, and cuda where there is a device
    std::vector<std::string> kernels;   ///< empty: all of them
    /// Parameters such as "block=128x2", for the kernels that have them.
    std::vector<std::string> parameters;
    Precision precision = Precision::fp32;
    double seconds = 1.0;  ///< time of each repetition
    bool ladder = false;
};

/// Runs `tobiuo bench himeno`: medians of kernels, measured by turns with the ceiling.
[[nodiscard]] ExitCode bench_himeno_command(const BenchHimenoOptions& options);

/// Adds the command below `bench`; its callback sets `chosen`, with --ladder to what `studies` has.
void add_bench_himeno(CLI::App& bench, BenchHimenoOptions& options, const Studies& studies,
                      std::function<ExitCode()>& chosen);

}  // namespace tobiuo
