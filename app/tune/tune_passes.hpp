// What the commands of `tobiuo tune` share: the search of the fastest passes, and keeping wisdom.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/errors.hpp"
#include "app/run/himeno/himeno_wisdom.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/fft/tune/tune.hpp"
#include "runtime/device/backend.hpp"
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

/// The back ends that the options name; `otherwise` if they name none.
[[nodiscard]] std::vector<Backend> backends_of(const TunePassesOptions& options, Backend otherwise);

/// Makes the subject for a back end.
using MakeTuneSubject = std::function<std::unique_ptr<fft::TuneSubject>(Backend)>;

/// Tunes the subjects that `make` makes, each on the device of its back end, prints the results and
/// where the time went, and keeps the configurations; after a signal, the best so far. All subjects
/// are made first, so that what one back end declines is refused before another one is tuned.
/// Throws OutputError, device::DeviceError and what `make` throws.
[[nodiscard]] ExitCode tune_passes(const std::string& name, const std::vector<Backend>& backends,
                                   const MakeTuneSubject& make, const TunePassesOptions& options);

/// Tunes, as tune_passes() does, the chunks of a transform whose arrays are in host memory, on a
/// CUDA device with `device_bytes` of its memory.
[[nodiscard]] ExitCode tune_chunks(const std::string& name, const fft::Problem& problem,
                                   std::int64_t device_bytes, const TunePassesOptions& options);

}  // namespace tobiuo
