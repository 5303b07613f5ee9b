// Profiles of a flow along an axis, and their table.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/flow/layer_means.hpp"

namespace tobiuo {

/// The columns of a table of profiles behind `position`, in the order of flow::Mean: means, then
/// stresses such as <uv> - <u><v>; in flows that carry a scalar s also its mean, its variance and
/// its turbulent fluxes such as <us> - <u><s>.
inline constexpr std::array<std::string_view, flow::most_means> profile_names{
    "u", "v", "w", "p", "uu", "vv", "ww", "uv", "uw", "vw", "s", "ss", "us", "vs", "ws"};

struct FlowProfiles {
    std::vector<double> position;
    /// A value for each position, not a number where there is none; empty for columns that a table
    /// does not have.
    std::array<std::vector<double>, flow::most_means> columns;
};

/// statistics.csv: `position` and the columns that are there, a line for each position.
[[nodiscard]] std::string profiles_csv(const FlowProfiles& profiles);

}  // namespace tobiuo
