// What `tobiuo tune fft` and `tobiuo tune poisson` share: the search, its output, what is kept.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "app/errors.hpp"
#include "app/run/himeno/himeno_wisdom.hpp"
#include "kernels/fft/problem.hpp"
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
    bool verbose_trials = false;  ///< whether every candidate gets a line
    WisdomOptions wisdom;
};

/// Adds the options --budget, --candidates, --trials and --wisdom.
void add_tune_passes_options(CLI::App& command, TunePassesOptions& options);

/// Tunes the subject that `make` makes on the device, prints the results and where the time went,
/// and keeps the configurations; after a signal, the best so far. Throws OutputError,
/// device::DeviceError.
[[nodiscard]] ExitCode tune_passes(const std::string& name,
                                   const std::function<std::unique_ptr<fft::TuneSubject>()>& make,
                                   const TunePassesOptions& options);

/// The same for the chunks of a transform whose arrays are in host memory, with `device_bytes` of
/// device memory.
[[nodiscard]] ExitCode tune_chunks(const std::string& name, const fft::Problem& problem,
                                   std::int64_t device_bytes, const TunePassesOptions& options);

}  // namespace tobiuo
