// What `tobiuo bench himeno` shall measure: its options, every word of them checked.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/himeno/bench_himeno.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/himeno/presets.hpp"

namespace tobiuo {

/// What the options ask for, every word of them checked.
struct Selection {
    std::vector<himeno::Preset> sizes;
    std::vector<Backend> backends;
    std::vector<const stencil::SweepKind*> kinds;  ///< of these back ends
    std::map<std::string, std::string, std::less<>> parameters;
};

/// The sizes named. Throws InputError for a word that is not known, with the nearest that is.
[[nodiscard]] std::vector<himeno::Preset> chosen_sizes(const BenchHimenoOptions& options);

/// "cpu" or "cuda".
[[nodiscard]] std::string_view word_of(Backend backend);

/// Throws InputError for a word that is not known (with the nearest that is), DeviceError for a
/// device that is asked for and not there.
[[nodiscard]] Selection select_for_bench(const BenchHimenoOptions& options);

}  // namespace tobiuo
