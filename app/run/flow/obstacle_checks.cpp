// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/obstacle_checks.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "app/case/yaml/keys.hpp"

namespace tobiuo {
namespace {

/// "x = -3 to 0.5, y = -2 to 2".
std::string extent_text(const FluidPart& part, const flow::Problem& problem)
{
    std::string text;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!is_absent(problem, axis)) {
            const Axis& along = problem.grid.axes.at(axis);
            text += fmt::format("{}{} = {:.6g} to {:.6g}", text.empty() ? "" : ", ",
                                casefile::axis_words.at(axis), along.node(part.first.at(axis)),
                                along.node(part.last.at(axis) + 1));
        }
    }
    return text;
}

/// Whether too much enters or leaves for numbers of seven digits.
bool is_unbalanced(const FluidPart& part)
{
    constexpr double rounding = 1e-6;
    return part.has_inflow && !part.has_outflow && std::abs(part.entering) > rounding * part.moved;
}

void refuse_dead_end(const std::vector<FluidPart>& parts, const flow::Problem& problem,
                     const Position& at)
{
    const auto found = std::ranges::find_if(parts, is_unbalanced);
    if (found != parts.end()) {
        throw InputError{
            at,
            fmt::format("obstacles: cut off the {} cells of the fluid in {} (more {} there through "
                        "inflow faces, and there is no outflow): leave a gap between the "
                        "bodies, or give that part an outflow",
                        found->cells, extent_text(*found, problem),
                        found->entering > 0.0 ? "enters than leaves" : "leaves than enters")};
    }
}

/// " at x = 0.5, y = 1": the centre of the first cell of the gap.
std::string place_text(const FluidGap& gap, const Grid& grid, int dimensions)
{
    std::string text = " at ";
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis) {
        text += fmt::format("{}{} = {:.6g}", axis == 0 ? "" : ", ", casefile::axis_words.at(axis),
                            grid.axes.at(axis).centre(gap.first.at(axis)));
    }
    return text + (gap.lines > 1 ? fmt::format(", and {} more", gap.lines - 1) : "");
}

}  // namespace

void refuse_dead_ends(const FluidParts& parts, const flow::Problem& problem, const FlowFaces& faces,
                      std::optional<double> until, const Position& at)
{
    if (parts.all().size() < 2) {
        return;  // the balance of the box is that of its faces
    }
    refuse_dead_end(parts.with_inflows(problem, problem.faces), problem, at);
    constexpr int times = 16;
    for (int n = 1; n <= times && faces.change() && until; ++n) {
        refuse_dead_end(parts.with_inflows(problem, faces.at(*until * n / times).faces), problem,
                        at);
    }
}

std::string pocket_warning(const std::vector<FluidPart>& parts, const Position& at)
{
    const auto is_open = [](const FluidPart& part) {
        return part.has_inflow || part.has_outflow || part.crosses_period;
    };
    const auto largest = std::ranges::max_element(parts, {}, &FluidPart::cells);
    const bool has_openings = std::ranges::any_of(parts, is_open);
    std::int64_t pockets = 0;
    std::int64_t cells = 0;
    for (auto part = parts.begin(); part != parts.end(); ++part) {
        if (!is_open(*part) && (has_openings || part != largest)) {
            ++pockets;
            cells += part->cells;
        }
    }
    if (pockets == 0) {
        return "";
    }
    const bool is_one = pockets == 1;
    return fmt::format(
        "{}: obstacles: enclose {} of the fluid with {} {} (nothing enters or leaves {}): fill {}, "
        "or open {}",
        at.text(), is_one ? "a pocket" : fmt::format("{} pockets", pockets), cells,
        cells == 1 ? "cell" : "cells", is_one ? "it" : "them", is_one ? "it" : "them",
        is_one ? "it" : "them");
}

std::string text_of(const FluidGap& gap, const Grid& grid, int dimensions)
{
    constexpr std::int64_t enough = 4;
    return gap.cells >= enough
               ? ""
               : fmt::format("{} {} along {}{}", gap.cells, gap.cells == 1 ? "cell" : "cells",
                             casefile::axis_words.at(static_cast<std::size_t>(gap.axis)),
                             place_text(gap, grid, dimensions));
}

std::string gap_warning(const FluidGap& gap, const Grid& grid, int dimensions, const Position& at)
{
    return gap.cells > 1
               ? ""
               : fmt::format(
                     "{}: obstacles: leave a gap of one cell along {}{} (flow through it is not "
                     "resolved): close it, or take more cells along {}",
                     at.text(), casefile::axis_words.at(static_cast<std::size_t>(gap.axis)),
                     place_text(gap, grid, dimensions),
                     casefile::axis_words.at(static_cast<std::size_t>(gap.axis)));
}

}  // namespace tobiuo
