// The points of a flow at which expressions of a case are evaluated.
#pragma once

#include <string>
#include <vector>

#include <tobiuo/flow/problem.hpp>

#include "app/case/values/values.hpp"
#include "solvers/expression.hpp"

namespace tobiuo {

/// Stands for the centres of cells, where a component of the velocity is asked for.
inline constexpr int no_component = 3;

/// The points of velocity `component`; those of the face across `axis` at `place` if both are
/// given.
[[nodiscard]] Grid points_of(const flow::Problem& problem, int component, int across = -1,
                             double place = 0.0);

/// The expression of a case in x, y, z and t, parsed.
[[nodiscard]] Expression expression_of(const FieldExpression& given);

/// The expression in x, y, z and t at the points of the grid. Throws InputError, which names the
/// key, if it is not finite somewhere.
[[nodiscard]] std::vector<double> sampled(const FieldExpression& given, const std::string& key,
                                          const Grid& grid, double time = 0.0);

/// Whether the expression depends on x, y or z, and on t.
struct Dependence {
    bool on_space = false;
    bool on_time = false;
};
[[nodiscard]] Dependence dependence_of(const Expression& expression);

}  // namespace tobiuo
