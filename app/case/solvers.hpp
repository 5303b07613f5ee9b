// The solvers that a case can name: one row each.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/case/case.hpp"
#include "app/case/paths.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo::casefile {

using SolverCase = decltype(Case::solver);

/// How a case of one solver is read and written.
struct SolverKind {
    std::string_view name;  ///< the value of `solver`
    SolverKeys (*keys)();
    /// Reads the solver's own keys; `common` has all others. What is bad is reported through `root`
    /// and replaced by its default; unknown keys are not looked for in `root` itself.
    SolverCase (*read)(const Section& root, const CaseFolder& folder, const Case& common);
    /// The same keys as YAML; of `the_case` the solver is this one.
    std::string (*yaml)(const Case& the_case);
};

/// In the order of the alternatives of Case::solver.
[[nodiscard]] std::span<const SolverKind> solver_kinds();
[[nodiscard]] std::vector<std::string> solver_names();

}  // namespace tobiuo::casefile
