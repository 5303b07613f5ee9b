// The ranks of a run in report.json.
#pragma once

#include <nlohmann/json.hpp>

#include "app/ranks/ranks_report.hpp"

namespace tobiuo {

/// Null on one rank.
[[nodiscard]] inline nlohmann::ordered_json ranks_json(const RanksReport& ranks)
{
    if (ranks.places.empty()) {
        return nullptr;
    }
    return {{"count", ranks.places.size()}, {"library", ranks.library}, {"devices", ranks.places}};
}

}  // namespace tobiuo
