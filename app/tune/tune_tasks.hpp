// What `tobiuo tune himeno` shall tune: its options, every word of them checked.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/tune/tune_himeno.hpp"
#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"

namespace tobiuo {

/// One size, or one case, on one back end.
struct TuneTask {
    std::string name;  ///< "L", or the name of the case
    Backend backend;
    stencil::SweepRequest request;
    std::vector<const stencil::SweepKind*> kinds;  ///< of the back end
    std::function<std::unique_ptr<stencil::ArraySource>()> source;
};

/// Throws InputError for words that are not known and for a bad case, DeviceError for a device that
/// is asked for and not there.
[[nodiscard]] std::vector<TuneTask> tune_tasks(const TuneHimenoOptions& options);

}  // namespace tobiuo
