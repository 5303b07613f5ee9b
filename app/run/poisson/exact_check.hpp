// SPDX-License-Identifier: BSD-3-Clause
// Whether the exact solution of a case solves the case's equation.
#pragma once

#include <optional>
#include <string>

#include "app/case/poisson/poisson_case.hpp"

namespace tobiuo {

/// A sentence that names where and by how much `exact` fails the equation, a boundary value or the
/// period; nothing if it solves the problem, or if the case has no `exact` and no `source` that are
/// formulas.
///
/// Method    the Laplacian by five points of a quarter of a cell's length apart along each axis, so
///           that it does not depend on the case's operator, at a few hundred points of the box and
///           its faces.
/// Accuracy  a defect below a hundredth of the largest term is not told: fields that the grid
///           resolves are differentiated to a thousandth.
[[nodiscard]] std::optional<std::string> exact_contradiction(const PoissonCase& poisson);

}  // namespace tobiuo
