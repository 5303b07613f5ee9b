// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/fluid_parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/flow/problem.hpp"

namespace tobiuo {
namespace {

std::array<std::int64_t, 3> cells_along(const flow::Problem& problem)
{
    const auto& axes = problem.grid.axes;
    return {axes[0].cells, axes[1].cells, axes[2].cells};
}

/// Whether a line of cells that leaves the box enters it again elsewhere.
bool goes_round(const flow::Problem& problem, std::size_t axis)
{
    return problem.faces.at(axis).lower.kind == flow::FaceKind::periodic &&
           problem.grid.axes.at(axis).cells > 1;
}

}  // namespace

FluidParts::FluidParts(const flow::Problem& problem, const std::vector<bool>& solid)
    : cells_{cells_along(problem)}
{
    find_runs(solid);
    join_runs(problem);
    number_parts();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const bool is_lower : {true, false}) {
            const flow::Faces& faces = problem.faces.at(axis);
            const flow::FaceKind kind = is_lower ? faces.lower.kind : faces.upper.kind;
            const bool enters = kind == flow::FaceKind::inflow;
            if (enters || kind == flow::FaceKind::outflow) {
                visit_face(static_cast<int>(axis), is_lower,
                           [&](std::int64_t part, const std::array<std::int64_t, 3>& /*cell*/) {
                               FluidPart& one = parts_[static_cast<std::size_t>(part)];
                               (enters ? one.has_inflow : one.has_outflow) = true;
                           });
            }
        }
    }
}

void FluidParts::find_runs(const std::vector<bool>& solid)
{
    auto cell = solid.begin();
    for (std::int64_t row = 0; row < cells_[1] * cells_[2]; ++row) {
        first_of_row_.push_back(std::ssize(runs_));
        bool was_fluid = false;
        for (std::int32_t i = 0; i < static_cast<std::int32_t>(cells_[0]); ++i, ++cell) {
            const bool is_fluid = !*cell;
            if (is_fluid && !was_fluid) {
                runs_.push_back({.begin = i, .end = i, .parent = std::ssize(runs_)});
            } else if (!is_fluid && was_fluid) {
                runs_.back().end = i;
            }
            was_fluid = is_fluid;
        }
        if (was_fluid) {
            runs_.back().end = static_cast<std::int32_t>(cells_[0]);
        }
    }
    first_of_row_.push_back(std::ssize(runs_));
}

void FluidParts::join_runs(const flow::Problem& problem)
{
    crosses_.resize(runs_.size());
    for (std::int64_t k = 0; k < cells_[2]; ++k) {
        for (std::int64_t j = 0; j < cells_[1]; ++j) {
            const std::int64_t row = k * cells_[1] + j;
            if (j > 0) {
                join_rows(row - 1, row, false);
            } else if (goes_round(problem, 1)) {
                join_rows(row, row + cells_[1] - 1, true);
            }
            if (k > 0) {
                join_rows(row - cells_[1], row, false);
            } else if (goes_round(problem, 2)) {
                join_rows(row, row + (cells_[2] - 1) * cells_[1], true);
            }
            const std::int64_t first = first_of_row_[static_cast<std::size_t>(row)];
            const std::int64_t last = first_of_row_[static_cast<std::size_t>(row) + 1] - 1;
            if (goes_round(problem, 0) && first <= last &&
                runs_[static_cast<std::size_t>(first)].begin == 0 &&
                runs_[static_cast<std::size_t>(last)].end == cells_[0]) {
                join(first, last, true);
            }
        }
    }
}

std::int64_t FluidParts::root_of(std::int64_t run)
{
    while (true) {
        std::int64_t& parent = runs_[static_cast<std::size_t>(run)].parent;
        if (parent == run) {
            return run;
        }
        parent = runs_[static_cast<std::size_t>(parent)].parent;  // halves the way of the next
        run = parent;
    }
}

void FluidParts::join(std::int64_t one, std::int64_t other, bool crosses_period)
{
    if (crosses_period) {
        crosses_[static_cast<std::size_t>(one)] = true;
    }
    const std::int64_t first = root_of(one);
    const std::int64_t second = root_of(other);
    runs_[static_cast<std::size_t>(std::max(first, second))].parent = std::min(first, second);
}

/// Joins the runs of two rows that have cells beside each other.
void FluidParts::join_rows(std::int64_t one, std::int64_t other, bool crosses_period)
{
    std::int64_t a = first_of_row_[static_cast<std::size_t>(one)];
    std::int64_t b = first_of_row_[static_cast<std::size_t>(other)];
    const std::int64_t end_of_a = first_of_row_[static_cast<std::size_t>(one) + 1];
    const std::int64_t end_of_b = first_of_row_[static_cast<std::size_t>(other) + 1];
    while (a < end_of_a && b < end_of_b) {
        const Run& run_a = runs_[static_cast<std::size_t>(a)];
        const Run& run_b = runs_[static_cast<std::size_t>(b)];
        const bool a_ends_first = run_a.end < run_b.end;
        if (std::max(run_a.begin, run_b.begin) < std::min(run_a.end, run_b.end)) {
            join(a, b, crosses_period);
        }
        (a_ends_first ? a : b) += 1;
    }
}

/// Replaces the parent of each run by the number of its part. A parent comes before its children.
void FluidParts::number_parts()
{
    for (std::int64_t row = 0; row < cells_[1] * cells_[2]; ++row) {
        for (std::int64_t n = first_of_row_[static_cast<std::size_t>(row)];
             n < first_of_row_[static_cast<std::size_t>(row) + 1]; ++n) {
            Run& run = runs_[static_cast<std::size_t>(n)];
            const std::array<std::int64_t, 3> first{run.begin, row % cells_[1], row / cells_[1]};
            const std::array<std::int64_t, 3> last{run.end - 1, first[1], first[2]};
            if (run.parent == n) {
                run.parent = std::ssize(parts_);
                parts_.push_back({.first = first, .last = last});
            } else {
                run.parent = runs_[static_cast<std::size_t>(run.parent)].parent;
            }
            FluidPart& part = parts_[static_cast<std::size_t>(run.parent)];
            part.cells += run.end - run.begin;
            part.crosses_period = part.crosses_period || crosses_[static_cast<std::size_t>(n)];
            for (std::size_t axis = 0; axis < 3; ++axis) {
                part.first.at(axis) = std::min(part.first.at(axis), first.at(axis));
                part.last.at(axis) = std::max(part.last.at(axis), last.at(axis));
            }
        }
    }
    crosses_ = {};
}

template <typename Visit>
void FluidParts::visit_face(int axis, bool is_lower, const Visit& visit) const
{
    const auto across = static_cast<std::size_t>(axis);
    const std::int64_t there = is_lower ? 0 : cells_.at(across) - 1;
    for (std::int64_t row = 0; row < cells_[1] * cells_[2]; ++row) {
        std::array<std::int64_t, 3> cell{0, row % cells_[1], row / cells_[1]};
        if (axis != 0 && cell.at(across) != there) {
            continue;
        }
        for (std::int64_t n = first_of_row_[static_cast<std::size_t>(row)];
             n < first_of_row_[static_cast<std::size_t>(row) + 1]; ++n) {
            const Run& run = runs_[static_cast<std::size_t>(n)];
            const std::int64_t begin =
                axis == 0 ? std::max<std::int64_t>(run.begin, there) : run.begin;
            const std::int64_t end =
                axis == 0 ? std::min<std::int64_t>(run.end, there + 1) : run.end;
            for (cell[0] = begin; cell[0] < end; ++cell[0]) {
                visit(run.parent, cell);
            }
        }
    }
}

std::vector<FluidPart> FluidParts::with_inflows(const flow::Problem& problem,
                                                const std::array<flow::Faces, 3>& faces) const
{
    std::vector<FluidPart> parts = parts_;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t faster = axis == 0 ? 1 : 0;
        const std::size_t slower = axis == 2 ? 1 : 2;
        for (const bool is_lower : {true, false}) {
            const flow::Face& face = is_lower ? faces.at(axis).lower : faces.at(axis).upper;
            if (face.kind != flow::FaceKind::inflow) {
                continue;
            }
            visit_face(static_cast<int>(axis), is_lower,
                       [&](std::int64_t part, const std::array<std::int64_t, 3>& cell) {
                           const std::int64_t at =
                               cell.at(slower) * cells_.at(faster) + cell.at(faster);
                           const double velocity = flow::given_velocity(
                               face, static_cast<int>(axis), static_cast<std::size_t>(at));
                           const double area =
                               flow::width_of(problem.grid.axes.at(faster), cell.at(faster)) *
                               flow::width_of(problem.grid.axes.at(slower), cell.at(slower));
                           FluidPart& one = parts[static_cast<std::size_t>(part)];
                           one.entering += (is_lower ? velocity : -velocity) * area;
                           one.moved += std::abs(velocity) * area;
                       });
        }
    }
    return parts;
}

namespace {

/// The lines of cells along an axis, while all solid cells are met in the order of the grid.
class GapLines {
public:
    GapLines(const flow::Problem& problem, std::size_t axis, std::size_t lines)
        : axis_{axis},
          cells_{problem.grid.axes.at(axis).cells},
          goes_round_{goes_round(problem, axis)},
          ends_in_wall_{is_wall(problem.faces.at(axis).upper.kind)},
          last_(lines, is_wall(problem.faces.at(axis).lower.kind) ? -1 : none),
          first_(goes_round_ ? lines : 0, none)
    {
    }

    void meet(std::size_t line, const std::array<std::int64_t, 3>& cell,
              std::optional<FluidGap>& narrowest)
    {
        const auto at = static_cast<std::int32_t>(cell.at(axis_));
        if (last_[line] != none) {
            note(at - last_[line] - 1, last_[line] + 1, cell, narrowest);
        }
        last_[line] = at;
        if (goes_round_ && first_[line] == none) {
            first_[line] = at;
        }
    }

    /// Looks at what is left of a line behind its last solid cell; `cell` is any one of the line.
    void end(std::size_t line, const std::array<std::int64_t, 3>& cell,
             std::optional<FluidGap>& narrowest) const
    {
        if (last_[line] < 0 || (!goes_round_ && !ends_in_wall_)) {
            return;
        }
        const std::int64_t left = cells_ - last_[line] - 1;
        note(left + (goes_round_ ? first_[line] : 0), (last_[line] + 1) % cells_, cell, narrowest);
    }

private:
    static constexpr std::int32_t none = std::numeric_limits<std::int32_t>::min();

    static bool is_wall(flow::FaceKind kind)
    {
        return kind == flow::FaceKind::no_slip || kind == flow::FaceKind::free_slip;
    }

    void note(std::int64_t cells, std::int64_t first, std::array<std::int64_t, 3> cell,
              std::optional<FluidGap>& narrowest) const
    {
        if (cells == 0 || (narrowest && cells > narrowest->cells)) {
            return;
        }
        if (!narrowest || cells < narrowest->cells) {
            cell.at(axis_) = first;
            narrowest = {.cells = cells, .axis = static_cast<int>(axis_), .first = cell};
        }
        ++narrowest->lines;
    }

    std::size_t axis_;
    std::int64_t cells_;
    bool goes_round_;
    bool ends_in_wall_;
    std::vector<std::int32_t> last_;   ///< of each line: the solid cell met last, -1 for the wall
    std::vector<std::int32_t> first_;  ///< the one met first, where lines go round
};

}  // namespace

std::optional<FluidGap> narrowest_gap(const flow::Problem& problem, const std::vector<bool>& solid)
{
    const std::array<std::int64_t, 3> cells = cells_along(problem);
    const std::array<std::int64_t, 3> lines{1, cells[0], cells[0] * cells[1]};
    std::optional<FluidGap> narrowest;
    std::array<GapLines, 3> along{GapLines{problem, 0, 1}, GapLines{problem, 1, 1},
                                  GapLines{problem, 2, static_cast<std::size_t>(lines[2])}};
    auto is_solid = solid.begin();
    std::array<std::int64_t, 3> cell{};
    for (cell[2] = 0; cell[2] < cells[2]; ++cell[2]) {
        along[1] = GapLines{problem, 1, static_cast<std::size_t>(lines[1])};
        for (cell[1] = 0; cell[1] < cells[1]; ++cell[1]) {
            along[0] = GapLines{problem, 0, 1};
            for (cell[0] = 0; cell[0] < cells[0]; ++cell[0], ++is_solid) {
                if (*is_solid) {
                    along[0].meet(0, cell, narrowest);
                    along[1].meet(static_cast<std::size_t>(cell[0]), cell, narrowest);
                    along[2].meet(static_cast<std::size_t>(cell[1] * cells[0] + cell[0]), cell,
                                  narrowest);
                }
            }
            along[0].end(0, cell, narrowest);
        }
        for (std::int64_t i = 0; i < lines[1]; ++i) {
            along[1].end(static_cast<std::size_t>(i), {i, 0, cell[2]}, narrowest);
        }
    }
    for (std::int64_t line = 0; line < lines[2]; ++line) {
        along[2].end(static_cast<std::size_t>(line), {line % cells[0], line / cells[0], 0},
                     narrowest);
    }
    return narrowest;
}

}  // namespace tobiuo
