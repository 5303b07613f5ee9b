// Whether a run of the official protocol takes as long as was asked.
#pragma once

#include <optional>
#include <string>

#include "solvers/himeno/run.hpp"

namespace tobiuo {

/// The number of sweeps is planned from the rehearsal and stays, so that the run is that of the
/// protocol; if the machine is slower than it was then, the run is longer than asked.
class Lateness {
public:
    explicit Lateness(double target_seconds) : target_{target_seconds}, told_{target_seconds} {}

    /// A sentence if the run will take half as long again as asked, or as said last.
    [[nodiscard]] std::optional<std::string> news(const himeno::Progress& progress);

    /// A sentence about a run that is over and took far more or less time than asked; else empty.
    [[nodiscard]] static std::string verdict(double target_seconds, double seconds);

private:
    double target_;
    double told_;
};

}  // namespace tobiuo
