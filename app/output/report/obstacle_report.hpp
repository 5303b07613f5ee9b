// SPDX-License-Identifier: BSD-3-Clause
// What a run tells of its obstacles at its end, from its history.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/case/flow/flow_case.hpp"
#include "app/output/report/record.hpp"

namespace tobiuo {

/// Means over the second half of the time of a history.
struct ObstacleReport {
    std::string name;
    double from = 0.0;  ///< time
    std::array<double, 3> force{};
    std::size_t axes = 3;  ///< along which the history has a force, the first ones
    std::optional<std::array<double, 3>> coefficients{};  ///< with a reference
    std::optional<double> nusselt{};                      ///< where the case asks for it
    /// How often the component of the force that changes most passes its mean upwards, where it does
    /// four times or more and its changes are no rounding.
    std::optional<double> frequency{};
    /// With a reference, in two dimensions, where its area is a length: frequency times that over the
    /// speed.
    std::optional<double> strouhal{};
};

/// A report of each obstacle of the case; none where the history has fewer than two times with
/// steps. `head` is the first line of history.csv, `rows` are all others.
[[nodiscard]] std::vector<ObstacleReport> obstacle_reports(const FlowCase& flow,
                                                           std::string_view head,
                                                           std::string_view rows);

[[nodiscard]] Record obstacles_json(const std::vector<ObstacleReport>& reports);

/// "cylinder: force 0.71, 1e-05 (coefficients 1.42, 2e-05) from time 60 on, 0.167 times a unit of
/// time, Strouhal number 0.167".
[[nodiscard]] std::string obstacles_words(const std::vector<ObstacleReport>& reports);

}  // namespace tobiuo
