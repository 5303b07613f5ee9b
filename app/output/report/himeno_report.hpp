// report.json of a himeno run; its keys are documented in docs/report.md.
#pragma once

#include <cstdint>
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
    std::int64_t earlier_sweeps{};  ///< that p of a coefficient file had seen before this run
};

/// That p has seen in all: TimeValue of the fields.
[[nodiscard]] std::int64_t sweeps_of(const HimenoReport& report);

/// What the case asked the measured run to take, if it follows the official protocol.
[[nodiscard]] std::optional<double> target_seconds(const HimenoReport& report);

/// Of the measured run: 14 values a point, as the benchmark counts; and its percent of the ceiling.
[[nodiscard]] double nominal_bytes_per_second(const himeno::Measurement& measured,
                                              const HimenoReport& report);
[[nodiscard]] std::optional<double> percent_of_ceiling(const himeno::Measurement& measured,
                                                       const HimenoReport& report);

[[nodiscard]] std::string report_json(const HimenoReport& report);

/// The value of "status" in a report.
[[nodiscard]] std::string status_text(himeno::Status status);

}  // namespace tobiuo
