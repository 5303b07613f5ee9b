// What `tobiuo tune fft` and `tobiuo tune poisson` share: the search, what it prints, what it keeps.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/errors.hpp"
#include "app/run/himeno_wisdom.hpp"
#include "kernels/fft/tune/tune.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the library is called so
namespace CLI {
class App;
}

namespace tobiuo {

struct TunePassesOptions {
    double budget_seconds = 60.0;
    int candidates = 12;
    int device = 0;
    bool verbose_trials = false;  ///< a line for every candidate
    WisdomOptions wisdom;
};

/// Adds --budget, --candidates, --trials and --wisdom.
void add_tune_passes_options(CLI::App& command, TunePassesOptions& options);

/// Tunes what `make` makes on the device, prints what was found and where the time went, and keeps
/// the blocks; after a signal, the best so far. Throws OutputError, device::DeviceError.
[[nodiscard]] ExitCode tune_passes(const std::string& name,
                                   const std::function<std::unique_ptr<fft::TuneSubject>()>& make,
                                   const TunePassesOptions& options);

}  // namespace tobiuo
