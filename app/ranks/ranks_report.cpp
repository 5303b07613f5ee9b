// SPDX-License-Identifier: BSD-3-Clause
#include "app/ranks/ranks_report.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <iterator>

#include "runtime/median.hpp"
#include "runtime/ranks/messages.hpp"

namespace tobiuo {

RanksReport ranks_report(const World* world, const std::string& place)
{
    if (world == nullptr) {
        return {};
    }
    return {.library = world->describe(), .places = ranks::gathered_texts(world->ranks(), place)};
}

void put_uses(RanksReport& report, const World* world, const RankUse& mine)
{
    if (world != nullptr) {
        report.uses = ranks::gathered(world->ranks(), mine);
    }
}

std::string exchange_text(const RanksReport& ranks)
{
    if (ranks.uses.empty()) {
        return {};
    }
    const auto spread = [&](const auto& figure) {
        std::vector<double> all;
        std::ranges::transform(ranks.uses, std::back_inserter(all), figure);
        const auto [least, most] = std::ranges::minmax(all);
        return fmt::format("{:.3g} / {:.3g} / {:.3g}", least, median(all), most);
    };
    return fmt::format(
        "{} s in exchanges (least, median, most of the ranks), {} s of it waited, {} s computed, "
        "{} MB sent",
        spread([](const RankUse& use) { return use.exchange.seconds; }),
        spread([](const RankUse& use) { return use.exchange.waited_seconds; }),
        spread([](const RankUse& use) { return use.compute_seconds(); }),
        spread([](const RankUse& use) { return static_cast<double>(use.exchange.bytes) * 1e-6; }));
}

std::string machine_text(const RanksReport& ranks, const std::string& place)
{
    if (ranks.places.empty()) {
        return place;
    }
    std::string places = ranks.places.front();
    if (std::ranges::count(ranks.places, places) == std::ssize(ranks.places)) {
        places = "each " + places;
    } else {
        for (std::size_t rank = 1; rank < ranks.places.size(); ++rank) {
            places += "; " + ranks.places[rank];
        }
    }
    return fmt::format("{} ranks ({}): {}", ranks.places.size(), ranks.library, places);
}

}  // namespace tobiuo
