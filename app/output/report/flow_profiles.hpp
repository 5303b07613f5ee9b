// Profiles of a flow along an axis, as a table and as a picture.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/flow/layer_means.hpp"

namespace tobiuo {

/// The columns of a table of profiles behind `position`: means, then stresses such as
/// <uv> - <u><v>, in the order of flow::Mean.
inline constexpr std::array<std::string_view, flow::mean_count> profile_names{
    "u", "v", "w", "p", "uu", "vv", "ww", "uv", "uw", "vw"};

struct FlowProfiles {
    std::vector<double> position;
    /// A value for each position, not a number where there is none; empty for columns that a table
    /// does not have.
    std::array<std::vector<double>, flow::mean_count> columns;
};

/// statistics.csv: `position` and the columns that are there, a line for each position.
[[nodiscard]] std::string profiles_csv(const FlowProfiles& profiles);

struct ProfilesText {
    std::string name;     ///< of the case
    std::string details;  ///< "120 samples from time 10 to 20"
    std::string axis;     ///< along which the profiles are
};

/// The profiles as curves in four charts: mean velocity, mean pressure, normal and shear stresses.
/// Those of `reference` are rings in the same colours. Returns the bytes of a PNG file.
[[nodiscard]] std::string profiles_png(const FlowProfiles& profiles, const FlowProfiles& reference,
                                       const ProfilesText& text);

}  // namespace tobiuo
