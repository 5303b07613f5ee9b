// SPDX-License-Identifier: BSD-3-Clause
// How the error of a study falls with the number of cells.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/case/study.hpp"
#include "app/run/study/study_row.hpp"

namespace tobiuo {

/// The error of one member.
struct ConvergencePoint {
    std::size_t member{};  ///< its position in the study
    /// Cells per axis, the geometric mean over the axes whose cells differ between the points.
    double cells{};
    double spacing{};  ///< of these cells, the same mean, in the units of the case
    double error_l2{};
    std::optional<double> error_max{};
    /// The observed order of the l2 error between the next coarser point and this one; absent at
    /// the first, and where the finer error is of the size of rounding.
    std::optional<double> order{};
};

/// The members that differ by their grid alone.
struct ConvergenceSeries {
    std::string label;  ///< values of the other keys: "operator spectral, lambda -1"; may be empty
    std::vector<std::size_t>
        values;              ///< as of a member; that of a grid's key is of the first point
    std::string expected{};  ///< the order that theory says, a text as in reports
    std::optional<double> expected_order{};  ///< `expected`, where it is one number
    std::vector<ConvergencePoint> points{};  ///< from the coarsest to the finest grid
};

/// Whether the key chooses the grid.
[[nodiscard]] bool is_grid_key(const StudyKey& key);

/// The series of a study, one for each combination of the values of keys that are not the grid's;
/// none if no member has an exact solution, or all have the same grid. The orders are those of
/// convergence_order().
[[nodiscard]] std::vector<ConvergenceSeries> convergence_of(const Study& study,
                                                            const std::vector<StudyRow>& rows);

}  // namespace tobiuo
