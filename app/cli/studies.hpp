// SPDX-License-Identifier: BSD-3-Clause
// The reruns of papers as the command line knows them: commands that a build may lack.
#pragma once

#include <functional>

#include "app/errors.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the library is called so
namespace CLI {
class App;
}

namespace tobiuo {

struct BenchFftOptions;
struct BenchHimenoOptions;

/// What the floor studies/ does for the command line. The names, the summaries and the options of
/// other commands are the same in every build.
struct Studies {
    /// Adds the options of `bench memory` to its command; their callback sets `chosen`.
    void (*add_memory_options)(CLI::App& memory, std::function<ExitCode()>& chosen);
    /// Runs `bench himeno --ladder`.
    ExitCode (*bench_ladder)(const BenchHimenoOptions& options);
    /// Runs `bench fft --published`.
    ExitCode (*bench_fft_published)(const BenchFftOptions& options);
};

/// The studies of this program: studies/studies.cpp defines it where TOBIUO_STUDIES is on,
/// no_studies.cpp elsewhere.
[[nodiscard]] Studies studies();

/// The studies of a build that has none: each command throws InputError, which names the option.
[[nodiscard]] Studies without_studies();

}  // namespace tobiuo
