// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/source_place.hpp"

#include <string_view>

namespace tobiuo {
namespace {

/// The folder of the source, as the compiler was told it, with a slash: this file's own path less
/// its place in the tree.
std::string_view root_of_source()
{
    constexpr std::string_view own_place = "runtime/source_place.cpp";
    std::string_view path = std::source_location::current().file_name();
    path.remove_suffix(own_place.size());
    return path;
}

}  // namespace

std::string place_in_tree(const std::source_location& at)
{
    std::string_view path = at.file_name();
    if (path.starts_with(root_of_source())) {
        path.remove_prefix(root_of_source().size());
    }
    return std::string{path} + ":" + std::to_string(at.line());
}

}  // namespace tobiuo
