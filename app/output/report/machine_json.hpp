// The ceiling of the machine and the ranks of a run, in the JSON of a report.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "app/ranks/ranks_report.hpp"
#include "runtime/memory/ceiling.hpp"

namespace tobiuo {

/// The ceiling as JSON, null if there is none; `date` is when it was measured, `kept` whether by an
/// earlier run.
[[nodiscard]] inline nlohmann::ordered_json ceiling_json(const memory::Ceiling& ceiling,
                                                         const std::string& mix,
                                                         const std::string& date, bool kept)
{
    if (ceiling.bytes_per_second <= 0.0) {
        return nullptr;
    }
    return {{"gbps", ceiling.bytes_per_second * 1e-9},
            {"bytes", ceiling.bytes},
            {"mix", mix},
            {"measured", date},
            {"kept", kept}};
}

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
