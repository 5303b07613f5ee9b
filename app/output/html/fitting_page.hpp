// SPDX-License-Identifier: BSD-3-Clause
// A page of bounded size: what does not fit into it is packed, thinned, made smaller or left out.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "app/output/html/page_sources.hpp"

namespace tobiuo {

/// Gives what a page shows of all its sources in so much room.
using Gather = std::function<nlohmann::ordered_json(const PageRoom& room)>;

/// The room that each of `count` sources has at first.
[[nodiscard]] PageRoom room_of_each(std::size_t count);

/// The page of what `gather` gives, and of `study` if that is not null. Where it is too large, the
/// reports of several runs are packed; then there is less and less room for the rest; at last
/// reports lose what is not compared. Throws InputError where nothing more can be left out and the
/// page is still too large.
[[nodiscard]] std::string fitting_page(std::size_t count, const Gather& gather,
                                       nlohmann::ordered_json study = nullptr);

}  // namespace tobiuo
