// SPDX-License-Identifier: BSD-3-Clause
// What the build puts into the program elsewhere, for fuzzers, which are built without it: a page
// without its look, views without words, and a version.
#include "app/output/embedded_files.hpp"

#include <string_view>

#include "app/machine/version.hpp"

namespace tobiuo {

std::span<const unsigned char> page_template()
{
    constexpr std::string_view page =
        "<!DOCTYPE html>\n<title>{{title}}</title>\n"
        "<script type=\"application/json\" id=\"data\">{{data}}</script>\n";
    return {reinterpret_cast<const unsigned char*>(page.data()),
            page.size()};  // NOLINT(*-reinterpret-cast)
}

std::span<const unsigned char> views_file()
{
    constexpr std::string_view views = R"({"himeno": {}, "poisson": {}, "flow": {}})";
    return {reinterpret_cast<const unsigned char*>(views.data()),
            views.size()};  // NOLINT(*-reinterpret-cast)
}

Version version()
{
    return {.number = "0", .revision = "unknown", .compiler = "unknown", .vtk = "unknown"};
}

}  // namespace tobiuo
