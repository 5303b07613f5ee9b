// Reads and writes `output.picture`: true, false, or a map of what p.png shows; and more pictures.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/case/case.hpp"
#include "app/case/yaml/section.hpp"
#include "solvers/grid.hpp"

namespace tobiuo::casefile {

/// Fills output.picture and output.pictures of `the_case`, whose other members must have been read.
/// Problems are reported through `root`.
void read_picture(const Section& root, Case& the_case);

/// Why a slice cannot be taken at this position; empty if it can.
[[nodiscard]] std::string place_objection(const Grid& grid, int axis, double at);

[[nodiscard]] std::string picture_yaml(const std::optional<PictureSection>& picture,
                                       std::string_view solver);
/// The key `pictures` of the section `output`, or nothing without such pictures.
[[nodiscard]] std::string pictures_yaml(const std::vector<NamedPicture>& pictures,
                                        std::string_view solver);

}  // namespace tobiuo::casefile
