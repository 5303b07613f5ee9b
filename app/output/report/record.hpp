// SPDX-License-Identifier: BSD-3-Clause
// The record of a result: what its JSON holds and its summary says. This part is the same of all
// solvers.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include <tobiuo/backend.hpp>

#include "app/case/case.hpp"
#include "app/machine/time_split.hpp"
#include "app/output/run_folder.hpp"
#include "app/ranks/ranks_report.hpp"
#include "runtime/memory/ceiling.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

using Record = nlohmann::ordered_json;

inline constexpr double giga = 1e-9;

/// A record with the keys that come first.
[[nodiscard]] Record begun_record(const Case& the_case, std::string_view solver,
                                  std::string_view status, int exit_code,
                                  const std::string& started);

/// report.json of a record: with the versions of what the run depends on.
[[nodiscard]] std::string record_text(Record record, Backend backend);

/// Adds `cells`, `lower`, perhaps `upper`, and `spacing` of axes that the case has.
void add_axes(Record& json, const Grid& grid, int dimensions, bool with_upper = true);

/// Null if there is no ceiling; `date` is when it was measured, `kept` whether by an earlier run.
[[nodiscard]] Record ceiling_json(const memory::Ceiling& ceiling, const std::string& mix,
                                  const std::string& date, bool kept);

/// Where the time of a run went, and what it has written.
struct RunTime {
    TimeSpent spent{};
    Written written{};
};

/// The time of the run of this thread so far.
[[nodiscard]] RunTime run_time(const RunFolder& folder);

/// The wall time, its parts, which add up to it, and the bytes that were written.
[[nodiscard]] Record time_json(const RunTime& time);

/// What each rank has done, as lists in the order of the ranks; null on one rank.
[[nodiscard]] Record ranks_json(const RanksReport& ranks);

}  // namespace tobiuo
