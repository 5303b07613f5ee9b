// SPDX-License-Identifier: BSD-3-Clause
// What a report says about the ranks of a run.
#pragma once

#include <string>
#include <vector>

#include <tobiuo/communicator.hpp>

#include "app/ranks/world.hpp"

namespace tobiuo {

/// What a rank has done in the measured time.
struct RankUse {
    double seconds{};  ///< of all its solves or sweeps
    ExchangeUse exchange = {};

    /// Seconds in which the rank computed, beside exchanges or not.
    [[nodiscard]] double compute_seconds() const { return seconds - exchange.waited_seconds; }
    /// The part of the exchanges' time that passed beside the rank's work.
    [[nodiscard]] double overlap() const
    {
        return exchange.seconds > 0 ? 1.0 - exchange.waited_seconds / exchange.seconds : 0.0;
    }
};

struct RanksReport {
    std::string library;              ///< "Open MPI v4.1.4 on 2 machines"
    std::vector<std::string> places;  ///< where each rank computes; empty on one rank
    std::vector<RankUse> uses = {};   ///< what each rank has done, once that is known
};

/// `place`: where this rank computes. `world` is null on one rank. Collective.
[[nodiscard]] RanksReport ranks_report(const World* world, const std::string& place);

/// Adds what each rank has done, of which `mine` is this one; nothing on one rank. Collective.
void put_uses(RanksReport& report, const World* world, const RankUse& mine);

/// The ranks' exchanges in one line: least, median and most of all ranks; empty without uses.
[[nodiscard]] std::string exchange_text(const RanksReport& ranks);

/// "4 ranks (Open MPI v4.1.4 on 1 machine), each: CPU, ..."; `place` on one rank.
[[nodiscard]] std::string machine_text(const RanksReport& ranks, const std::string& place);

}  // namespace tobiuo
