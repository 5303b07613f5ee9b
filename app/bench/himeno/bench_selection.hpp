// The checked selection of `tobiuo bench himeno`: what its options ask for.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "app/bench/himeno/bench_himeno.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/himeno/presets.hpp"

namespace tobiuo {

/// The selection, in which every word is known.
struct Selection {
    std::vector<himeno::Preset> sizes;
    std::vector<Backend> backends;
    std::vector<const stencil::SweepKind*> kinds;  ///< kernels of these back ends
    std::map<std::string, std::string, std::less<>> parameters;
};

/// The named sizes. Throws InputError for an unknown word, with the nearest known one.
[[nodiscard]] std::vector<himeno::Preset> chosen_sizes(const BenchHimenoOptions& options);

/// Selects by the options. Throws InputError for an unknown word, with the nearest known one, and
/// DeviceError for a missing device that the options ask for.
[[nodiscard]] Selection select_for_bench(const BenchHimenoOptions& options);

}  // namespace tobiuo
