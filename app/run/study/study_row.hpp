// SPDX-License-Identifier: BSD-3-Clause
// What a study knows of each member after it ran: status and figures, a row of its table.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/case/study.hpp"
#include "app/errors.hpp"

namespace tobiuo {

/// How a member went.
struct MemberOutcome {
    std::optional<ExitCode> code = {};  ///< absent if it was not run
    std::string word = "not run";       ///< what the code means
    bool earlier = false;               ///< whether an earlier call has run it to its end
    bool stale = false;  ///< whether it ran and left in its folder only what an older run wrote
};

struct StudyRow {
    std::string status{};  ///< as in the report, or what the exit code means, or "not run"
    std::optional<int> exit_code{};  ///< of the member as a case; absent if it was not run
    bool earlier = false;
    nlohmann::ordered_json report = nullptr;  ///< the member's report.json; null without results
    nlohmann::ordered_json figures = nlohmann::ordered_json::object();  ///< see study_figures()
};

/// A figure of a report: a column of the table.
struct StudyFigure {
    std::string name;     ///< in study.csv and study.json: "ms_per_solve"
    std::string heading;  ///< in the table for people; empty if it is not there
    std::string value;    ///< as of value_of()
};

/// The figures of a solver's reports, named as in a case, "poisson": `study` of its view.
[[nodiscard]] std::vector<StudyFigure> study_figures(std::string_view solver);

/// The name of the solver of all members.
[[nodiscard]] std::string_view solver_of(const Study& study);

/// The file from which the row of a member has its figures.
[[nodiscard]] std::filesystem::path report_file(const Case& the_case);

/// The rows of the members, in their order. Reports are read of those that have left results that
/// are not stale; a figure that a report does not have is null.
[[nodiscard]] std::vector<StudyRow> study_rows(const Study& study,
                                               const std::vector<MemberOutcome>& outcomes);

}  // namespace tobiuo
