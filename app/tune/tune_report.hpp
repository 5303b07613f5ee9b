// What `tobiuo tune himeno` says: a row for each candidate, where the time went, one line for each
// choice, and all of it as JSON.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/tune/tune_tasks.hpp"
#include "kernels/stencil/tune/trial.hpp"
#include "kernels/stencil/tune/tune.hpp"
#include "kernels/tuning/wisdom.hpp"

namespace tobiuo {

/// A task that is done.
struct TunedTask {
    TuneTask task;
    double budget_seconds{};
    stencil::TuneResult result;
};

/// The heading of the rows that follow, with what is tuned where.
[[nodiscard]] std::string tune_heading(const TuneTask& task, double budget_seconds);

/// "slab-3 tile=64x12    5512.1  as the twin       1.24"
[[nodiscard]] std::string tune_row(const stencil::Trial& trial);

/// Where the time went: compile, load, check, execute, twin; and why the search ended.
[[nodiscard]] std::string tune_summary(const stencil::TuneResult& result);

/// The line of each class, the fastest first: what was chosen, of how many, and what it gains over
/// the kernel that a run without wisdom takes.
[[nodiscard]] std::vector<std::string> tune_choices(const TunedTask& tuned);

/// The best of every kernel, to be remembered. `date` in UTC.
[[nodiscard]] tuning::Wisdom wisdom_of(const TunedTask& tuned, const std::string& date);

/// The file of --json, schema `tobiuo-tune-himeno-1`; its keys are documented in docs/tuning.md.
[[nodiscard]] std::string tune_json(const std::vector<TunedTask>& tasks);

}  // namespace tobiuo
