// SPDX-License-Identifier: BSD-3-Clause
// What the commands of `tobiuo tune` share: the search of the fastest passes, and keeping wisdom.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/machines.hpp"
#include "app/errors.hpp"
#include "app/run/himeno/himeno_wisdom.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/fft/tune/tune.hpp"
#include "runtime/tuning/wisdom.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the library is called so
namespace CLI {
class App;
}

namespace tobiuo {

/// Merges `news` into the file and logs the warnings about the file. Throws OutputError.
void keep_wisdom(const std::filesystem::path& file, const tuning::Wisdom& news);

struct TunePassesOptions {
    std::vector<std::string> backends;  ///< empty: as the command says
    double budget_seconds = 60.0;       ///< for all back ends together
    int candidates = 12;
    int device = 0;               ///< CUDA device index
    bool verbose_trials = false;  ///< whether every candidate gets a line
    WisdomOptions wisdom;
};

/// Adds the options --backends, without which it is `otherwise`, --budget, --candidates, --trials
/// and --wisdom.
void add_tune_passes_options(CLI::App& command, TunePassesOptions& options,
                             const std::string& otherwise);

using TuneMachines = std::vector<const bench::MachineKind*>;

/// The kinds of devices that the options name; the one whose word is `otherwise` if they name none.
[[nodiscard]] TuneMachines machines_of(const TunePassesOptions& options,
                                       std::string_view otherwise);

/// Makes the subject for a kind of device.
using MakeTuneSubject = std::function<fft::TuneSubject(const bench::MachineKind&)>;

/// Tunes the subjects that `make` makes, each on its device, prints the results and
/// where the time went, and keeps the configurations; after a signal, the best so far. All subjects
/// are made first, so that what one device declines is refused before another one is tuned.
/// Throws OutputError, device::DeviceError and what `make` throws.
[[nodiscard]] ExitCode tune_passes(const std::string& name, const TuneMachines& machines,
                                   const MakeTuneSubject& make, const TunePassesOptions& options);

/// Tunes, as tune_passes() does, the chunks of a transform whose arrays are in host memory, on a
/// CUDA device with `device_bytes` of its memory.
[[nodiscard]] ExitCode tune_chunks(const std::string& name, const fft::Problem& problem,
                                   std::int64_t device_bytes, const TunePassesOptions& options);

}  // namespace tobiuo
