// report.json of a himeno run; its keys are documented in docs/report.md.
#pragma once

#include <optional>
#include <string>

#include "app/case/case.hpp"
#include "kernels/memory/ceiling.hpp"
#include "kernels/stencil/sweep.hpp"
#include "kernels/tuning/wisdom.hpp"
#include "solvers/grid.hpp"
#include "solvers/himeno/run.hpp"

namespace tobiuo {

struct HimenoReport {
    const Case& the_case;
    const HimenoCase& himeno;
    Grid grid;
    const stencil::SweepKind& kind;
    stencil::SweepRequest request;
    std::string where;
    std::string reason;
    std::string started;  ///< UTC
    std::string plan;
    std::string choice{};                      ///< why this kernel with these parameters
    std::optional<tuning::Decision> wisdom{};  ///< what the choice follows, if any
    double setup_seconds{};
    memory::Ceiling ceiling;     ///< no bytes per second: there is none
    std::string ceiling_date{};  ///< UTC, when it was measured
    bool ceiling_kept = false;   ///< by an earlier run
    himeno::Result result;
    int exit_code{};
};

[[nodiscard]] std::string report_json(const HimenoReport& report);

/// The value of "status" in a report.
[[nodiscard]] std::string status_text(himeno::Status status);

}  // namespace tobiuo
