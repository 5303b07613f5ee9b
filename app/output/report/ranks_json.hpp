// The ranks of a run in report.json.
#pragma once

#include <nlohmann/json.hpp>

#include "app/ranks/ranks_report.hpp"

namespace tobiuo {

/// What each rank has done, as lists in the order of the ranks; null where it is not known.
[[nodiscard]] inline nlohmann::ordered_json uses_json(const std::vector<RankUse>& uses)
{
    if (uses.empty()) {
        return nullptr;
    }
    nlohmann::ordered_json json;
    for (const RankUse& use : uses) {
        json["seconds"].push_back(use.seconds);
        json["compute_seconds"].push_back(use.compute_seconds());
        json["exchange_seconds"].push_back(use.exchange.seconds);
        json["waited_seconds"].push_back(use.exchange.waited_seconds);
        json["overlap_percent"].push_back(100.0 * use.overlap());
        json["exchanges"].push_back(use.exchange.exchanges);
        json["bytes_sent"].push_back(use.exchange.bytes);
    }
    return json;
}

/// Null on one rank.
[[nodiscard]] inline nlohmann::ordered_json ranks_json(const RanksReport& ranks)
{
    if (ranks.places.empty()) {
        return nullptr;
    }
    return {{"count", ranks.places.size()},
            {"library", ranks.library},
            {"devices", ranks.places},
            {"use", uses_json(ranks.uses)}};
}

}  // namespace tobiuo
