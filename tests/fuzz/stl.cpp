// SPDX-License-Identifier: BSD-3-Clause
// The target stl.
#include <array>
#include <string_view>
#include <vector>

#include "app/input/input_file.hpp"
#include "app/input/stl_file.hpp"
#include "solvers/flow/bodies/closed_surface.hpp"
#include "solvers/flow/bodies/surface_faults.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::fuzz {
namespace {

void examine(const std::vector<flow::Triangle>& triangles)
{
    require(!triangles.empty(), "an accepted file has triangles");
    const flow::SurfaceFaults faults = flow::find_faults(triangles);
    const auto rule = faults.turned == 0 ? flow::InsideRule::winding : flow::InsideRule::parity;
    const flow::ClosedSurface surface{triangles, rule};
    const auto [least, greatest] = surface.windings(8);
    require(least <= greatest, "winding numbers are in order");
    const flow::Corner& lower = surface.lower();
    const flow::Corner& upper = surface.upper();
    const flow::Corner& first = triangles.front().front();
    for (const double part : {0.0, 0.25, 0.5, 1.0}) {
        const auto between = [&](std::size_t axis) {
            return lower.at(axis) * (1.0 - part) + upper.at(axis) * part;
        };
        static_cast<void>(surface.contains(between(0), first[1], first[2]));
        static_cast<void>(surface.contains(between(0), between(1), between(2)));
    }
    if (faults.is_closed()) {
        require(!surface.contains(upper[0], first[1], first[2]), "nothing is beyond its box");
    }
}

}  // namespace

int stl(Bytes bytes)
{
    static const test::TemporaryFolder folder;
    const auto file = folder.write("in.stl", text_of(bytes));
    try {
        examine(read_stl(file));
    } catch (const Unreadable& error) {
        require(!std::string_view{error.what()}.empty(), "a refusal says why");
    }
    return 0;
}

}  // namespace tobiuo::fuzz
