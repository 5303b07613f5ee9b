// SPDX-License-Identifier: BSD-3-Clause
// The keys `picture` and `pictures` of the section `output`: maps of what p.png and others show.
#pragma once

#include <string>
#include <vector>

#include "app/case/case.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/section.hpp"
#include "solvers/grid.hpp"

namespace tobiuo::casefile {

/// Fills output.picture and output.pictures of `the_case`, whose other members must have been read.
/// Problems are reported through `root`.
void read_picture(const Section& root, Case& the_case);

/// Why a slice cannot be taken at this position; empty if it can.
[[nodiscard]] std::string place_objection(const Grid& grid, int axis, double at);

/// The section `path` of a picture, which can show `fields`.
[[nodiscard]] Key picture_key(const std::string& path, const std::vector<std::string>& fields,
                              std::string field_summary, std::string summary, Pattern names = {});
/// The key `picture`: true, false, or such a section.
[[nodiscard]] Key bound_picture(Key key);
/// The key `pictures`: names, each with such a section.
[[nodiscard]] Key bound_pictures(Key key);

}  // namespace tobiuo::casefile
