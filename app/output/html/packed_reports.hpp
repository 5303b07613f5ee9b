// The reports of many runs without what they repeat, for pages that compare them.
#pragma once

#include <nlohmann/json.hpp>

namespace tobiuo {

/// How the reports of several runs stand in a page.
enum class ReportForm {
    whole,    ///< each in its source
    packed,   ///< what all have in common once, its numbers to six digits
    compared  ///< packed, without what differs but is only said of a single run
};

/// Takes the reports out of those `sources` that have one. Returns {"common": {path: the value
/// of all}, "own": {path: [value of each run]}}, with paths such as "/run/seconds", whose parts have "~1"
/// for "/" and "~0" for "~", and with {"absent": 1} where a run has no such value. Of what a source
/// has not, nulls and a label that is the name of the run are left out, too. Leaves `sources` as they
/// are, and returns null, for whole reports.
[[nodiscard]] nlohmann::ordered_json pack_reports(nlohmann::ordered_json& sources, ReportForm form);

}  // namespace tobiuo
