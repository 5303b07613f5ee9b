// The solvers that a case can name; each is one row.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/case/case.hpp"
#include "app/case/values/paths.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo::casefile {

using SolverCase = decltype(Case::solver);

/// How a case of one solver is read and written.
struct SolverKind {
    std::string_view name;  ///< the value of `solver`
    SolverKeys (*keys)();
    /// Reads the solver's own keys; `common` has all others. Bad values are reported through `root`
    /// and replaced by their defaults; unknown keys of `root` itself are not reported.
    SolverCase (*read)(const Section& root, const CaseFolder& folder, const Case& common);
    /// The solver's own keys as YAML; `the_case` must be a case of this solver.
    std::string (*yaml)(const Case& the_case);
};

/// The solvers in the order of the alternatives of Case::solver.
[[nodiscard]] std::span<const SolverKind> solver_kinds();
[[nodiscard]] std::vector<std::string> solver_names();

}  // namespace tobiuo::casefile
