// SPDX-License-Identifier: BSD-3-Clause
// One problem of the corpus, planned for one device: the text of its plan and its kernels.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/tune/tune_device.hpp"
#include "runtime/device/compile/specialisation.hpp"

namespace tobiuo::corpus {

/// The result of planning. The corpus writes the text in words of its own, so that it does not
/// change when names in the program change.
struct Planned {
    std::string text;
    std::vector<device::Specialisation> kernels;
    /// The requests of the passes, one for each step, then those of pairs that are not merged.
    std::vector<std::string> requests = {};
};

struct Entry {
    std::string name;  ///< unique in the corpus: "r2c 512x512x512 fp32 in-place"
    std::function<Planned(const fft::DeviceLimits&, const fft::TunedTable*)> plan;
    /// The problem as a subject to run on a device; empty if a choice is forced on the plan.
    std::function<fft::TuneSubject()> subject = {};
};

/// Transforms of all kinds, lengths, precisions and placements.
[[nodiscard]] std::vector<Entry> transform_entries();

/// Transforms with a function between the transform and its inverse.
[[nodiscard]] std::vector<Entry> pointwise_entries();

/// Poisson solves of all walls, on cells and nodes, in one to three dimensions.
[[nodiscard]] std::vector<Entry> solve_entries();

/// Transforms and solves in chunks and on ranks, the terms of walls, solves on a CPU.
[[nodiscard]] std::vector<Entry> placement_entries();

/// Kernels that do not depend on a problem: stencils, probes, systems of unequal rows.
[[nodiscard]] std::vector<Entry> kernel_entries();

}  // namespace tobiuo::corpus
