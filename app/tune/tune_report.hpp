// SPDX-License-Identifier: BSD-3-Clause
// The output of `tobiuo tune himeno`: a row for each candidate, where the time went, one line for
// each choice, and all of it as JSON.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/tune/tune_himeno.hpp"
#include "kernels/stencil/tune/trial.hpp"
#include "kernels/stencil/tune/tune.hpp"
#include "runtime/tuning/wisdom.hpp"

namespace tobiuo {

/// A task that is done.
struct TunedTask {
    TuneTask task;
    double budget_seconds{};
    stencil::TuneResult result;
};

/// The heading of the rows: what is tuned, and on which machine.
[[nodiscard]] std::string tune_heading(const TuneTask& task, double budget_seconds);

/// The row of a trial: "slab-3 tile=64x12    5512.1  as the twin       1.24".
[[nodiscard]] std::string tune_row(const stencil::Trial& trial);

/// Where the time went (compile, load, check, execute, twin), and why the search ended.
[[nodiscard]] std::string tune_summary(const stencil::TuneResult& result);

/// A line for each class, the fastest first: what was chosen, from how many candidates, and what it
/// gains over the kernel that a run without wisdom takes.
[[nodiscard]] std::vector<std::string> tune_choices(const TunedTask& tuned);

/// The best trial of every kernel as wisdom. `date` is in UTC.
[[nodiscard]] tuning::Wisdom wisdom_of(const TunedTask& tuned, const std::string& date);

/// The text of the file of --json, schema `tobiuo-tune-himeno-1`; docs/tuning.md documents its
/// keys.
[[nodiscard]] std::string tune_json(const std::vector<TunedTask>& tasks);

}  // namespace tobiuo
