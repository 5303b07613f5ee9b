// SPDX-License-Identifier: BSD-3-Clause
// The solvers that a case can name; each is one row.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/case/case.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo::casefile {

using SolverCase = decltype(Case::solver);

/// How a case of one solver is read.
struct SolverKind {
    std::string_view name;  ///< the value of `solver`
    SolverKeys (*keys)();
    /// Reads the solver's own keys; `common` has all others. Bad values are reported through `root`
    /// and replaced by their defaults; unknown keys of `root` itself are not reported.
    SolverCase (*read)(const Section& root, const Case& common);
};

/// The solvers in the order of the alternatives of Case::solver.
[[nodiscard]] std::span<const SolverKind> solver_kinds();
[[nodiscard]] std::vector<std::string> solver_names();

/// What the values of the case depend on, for writing it as the file `file`.
[[nodiscard]] Context context_of(const SolverCase& solver, const std::filesystem::path& file);

/// The solver's own keys as YAML with every default filled in.
[[nodiscard]] std::string solver_yaml(const SolverCase& solver, const std::filesystem::path& file);
/// The lines of solver_yaml() before the section `run`, which says how far a problem is computed:
/// the problem that a checkpoint belongs to.
[[nodiscard]] std::string problem_yaml(const SolverCase& solver, const std::filesystem::path& file);

// The rows' parts, each in the folder of its solver.
[[nodiscard]] SolverKeys himeno_keys();
[[nodiscard]] HimenoCase read_himeno(const Section& root, const Case& common);
[[nodiscard]] SolverKeys poisson_keys();
[[nodiscard]] PoissonCase read_poisson(const Section& root, const Case& common);
[[nodiscard]] SolverKeys flow_keys();
[[nodiscard]] FlowCase read_flow(const Section& root, const Case& common);

}  // namespace tobiuo::casefile
