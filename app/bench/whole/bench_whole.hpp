// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo bench whole`: whole runs of cases as processes of their own, and where their time goes.
#pragma once

#include <filesystem>
#include <optional>

#include "app/bench/options.hpp"
#include "app/errors.hpp"

namespace tobiuo {

/// How large cases are: those of a GPU, or such as a CPU does in seconds.
enum class WholeSize { gpu, small };

struct BenchWholeOptions : BenchOptions {
    BenchWholeOptions();

    bench::Words cases;
    bench::Axis<WholeSize> size;
    std::optional<std::filesystem::path> old;     ///< another program, measured by turns with this
    std::optional<std::filesystem::path> folder;  ///< where results are written, and removed
    bool cold = false;                            ///< each run begins with an empty user's cache
};

/// Measures, prints the table, writes JSON; after a signal with the rows so far. Throws InputError
/// (also where a program ends with an error), device::DeviceError (a device is asked for but
/// missing), OutputError.
[[nodiscard]] ExitCode bench_whole_command(const BenchWholeOptions& options);

}  // namespace tobiuo
