// What a report says about the ranks of a run.
#pragma once

#include <string>
#include <vector>

#include "app/ranks/world.hpp"

namespace tobiuo {

struct RanksReport {
    std::string library;              ///< "Open MPI v4.1.4 on 2 machines"
    std::vector<std::string> places;  ///< where each rank computes; empty on one rank
};

/// `place`: where this rank computes. `world` is null on one rank. Collective.
[[nodiscard]] RanksReport ranks_report(const World* world, const std::string& place);

/// "4 ranks (Open MPI v4.1.4 on 1 machine), each: CPU, ..."; `place` on one rank.
[[nodiscard]] std::string machine_text(const RanksReport& ranks, const std::string& place);

}  // namespace tobiuo
