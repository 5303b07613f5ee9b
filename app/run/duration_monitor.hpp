// Whether a run of the official protocol takes as long as the user asked for.
#pragma once

#include <optional>
#include <string>

#include "solvers/himeno/run.hpp"

namespace tobiuo {

/// Watches a run. Its number of sweeps is planned from the rehearsal and stays, so that the run
/// follows the protocol; if the machine becomes slower after the rehearsal, the run takes longer
/// than asked.
class DurationMonitor {
public:
    explicit DurationMonitor(double target_seconds) : target_{target_seconds}, told_{target_seconds}
    {
    }

    /// A sentence if the run will take half as long again as asked, or as the last sentence said.
    [[nodiscard]] std::optional<std::string> warning(const himeno::Progress& progress);

    /// A sentence about a finished run that took far more or less time than asked; else empty.
    [[nodiscard]] static std::string verdict(double target_seconds, double seconds);

private:
    double target_;
    double told_;
};

}  // namespace tobiuo
