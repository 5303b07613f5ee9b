// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo bench memory`: the memory study of the papers on the current GPU.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/errors.hpp"
#include "studies/memory/measure.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the library is called so
namespace CLI {
class App;
}

namespace tobiuo {

struct BenchMemoryOptions {
    int device = 0;
    memory_study::Timing timing;
    bool quick = false;
    std::vector<std::string> only;  ///< names of studies; empty: all
    std::optional<std::filesystem::path> json;
};

/// Measures, prints tables, writes JSON and its page; after a signal, with the results so far. Throws
/// device::DeviceError without the device, and OutputError.
[[nodiscard]] ExitCode bench_memory_command(const BenchMemoryOptions& options);

/// Adds its options to the command `bench memory`; their callback sets `chosen`.
void add_memory_options(CLI::App& memory, std::function<ExitCode()>& chosen);

}  // namespace tobiuo
