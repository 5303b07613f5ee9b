// SPDX-License-Identifier: BSD-3-Clause
// The parts of a fluid that obstacles keep from each other, and the gaps that they leave.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <tobiuo/flow/problem.hpp>

namespace tobiuo {

/// Cells of the fluid that are connected through their faces, also round periods.
struct FluidPart {
    std::int64_t cells = 0;
    std::array<std::int64_t, 3> first{};  ///< along each axis
    std::array<std::int64_t, 3> last{};
    bool crosses_period = false;  ///< whether it goes on at the other end of a periodic axis
    bool has_inflow = false;      ///< whether a cell of it lies at such a face
    bool has_outflow = false;
    double entering = 0.0;  ///< through its inflow faces: velocity times area, see add_inflows()
    double moved = 0.0;     ///< the sum of the same numbers without their signs
};

/// Finds the parts of a fluid, in runs of cells along x.
///
/// Memory  16 bytes for each run and 8 for each row; a row has one run more than bodies across it.
class FluidParts {
public:
    /// `solid` has one value for each cell, [z][y][x]. Does not keep what it is given.
    FluidParts(const flow::Problem& problem, const std::vector<bool>& solid);

    /// In the order of their first cells.
    [[nodiscard]] const std::vector<FluidPart>& all() const { return parts_; }

    /// The parts with what flows into them through inflow faces that give these velocities.
    [[nodiscard]] std::vector<FluidPart> with_inflows(
        const flow::Problem& problem, const std::array<flow::Faces, 3>& faces) const;

private:
    struct Run {
        std::int32_t begin{};
        std::int32_t end{};
        std::int64_t parent{};  ///< in a tree, or the part when all are found
    };

    void find_runs(const std::vector<bool>& solid);
    void join_runs(const flow::Problem& problem);
    void number_parts();
    [[nodiscard]] std::int64_t root_of(std::int64_t run);
    void join(std::int64_t one, std::int64_t other, bool crosses_period);
    void join_rows(std::int64_t one, std::int64_t other, bool crosses_period);
    /// Calls visit(part, cell) for each fluid cell at a face of the box.
    template <typename Visit>
    void visit_face(int axis, bool is_lower, const Visit& visit) const;

    std::array<std::int64_t, 3> cells_;
    std::vector<Run> runs_;
    std::vector<std::int64_t> first_of_row_;  ///< the first run of each row, and the end
    std::vector<bool> crosses_;               ///< of each run, until the parts are numbered
    std::vector<FluidPart> parts_;
};

/// Fluid between solid cells, or between these and a wall of the box, along a line of cells.
struct FluidGap {
    std::int64_t cells = 0;
    int axis = 0;
    std::array<std::int64_t, 3> first{};  ///< its first cell
    std::int64_t lines = 0;               ///< how many lines have a gap of so few cells
};

/// The gap of the fewest cells along any axis, also round periods; nothing without one.
[[nodiscard]] std::optional<FluidGap> narrowest_gap(const flow::Problem& problem,
                                                    const std::vector<bool>& solid);

}  // namespace tobiuo
