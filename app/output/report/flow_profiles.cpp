#include "app/output/report/flow_profiles.hpp"

#include <spdlog/fmt/fmt.h>

#include <cmath>
#include <cstddef>

namespace tobiuo {

std::string profiles_csv(const FlowProfiles& profiles)
{
    std::string text = "position";
    for (std::size_t column = 0; column < profile_names.size(); ++column) {
        if (!profiles.columns.at(column).empty()) {
            text += fmt::format(",{}", profile_names.at(column));
        }
    }
    text += "\n";
    for (std::size_t at = 0; at < profiles.position.size(); ++at) {
        text += fmt::format("{}", profiles.position[at]);
        for (const std::vector<double>& column : profiles.columns) {
            if (!column.empty()) {
                text += std::isfinite(column[at]) ? fmt::format(",{}", column[at]) : ",";
            }
        }
        text += "\n";
    }
    return text;
}

}  // namespace tobiuo
