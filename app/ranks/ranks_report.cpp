#include "app/ranks/ranks_report.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "kernels/ranks/messages.hpp"

namespace tobiuo {

RanksReport ranks_report(const World* world, const std::string& place)
{
    if (world == nullptr) {
        return {};
    }
    return {.library = world->describe(), .places = ranks::gathered_texts(world->ranks(), place)};
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
