// The tasks of `tobiuo tune himeno`: its options, with every word checked.
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
    std::vector<const stencil::SweepKind*> kinds;  ///< kernels of the back end
    std::function<std::unique_ptr<stencil::ArraySource>()> source;
};

/// The tasks that the options ask for. Throws InputError for unknown words and for a bad case,
/// DeviceError for a requested device that does not exist.
[[nodiscard]] std::vector<TuneTask> tune_tasks(const TuneHimenoOptions& options);

}  // namespace tobiuo
