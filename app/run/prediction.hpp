// SPDX-License-Identifier: BSD-3-Clause
// What a case would take on a number of ranks, none of which is started.
#pragma once

#include <optional>
#include <string>

#include "app/case/case.hpp"

namespace tobiuo {

struct PredictionOptions {
    int ranks = 1;
    std::optional<double> link_gbps = {};   ///< that a rank sends while it receives as many
    std::optional<double> latency_us = {};  ///< for each rank to which it sends
};

/// The text of `run --dry-run --ranks` and `check --ranks`: time and memory of a rank by the model
/// of docs/scaling.md, from the time that a part of the case takes here. Throws InputError for a case
/// that ranks cannot divide, device::DeviceError, std::bad_alloc.
[[nodiscard]] std::string prediction_text(const Case& the_case, const PredictionOptions& options);

}  // namespace tobiuo
