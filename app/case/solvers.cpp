// SPDX-License-Identifier: BSD-3-Clause
// The table of solvers; a solver is one line.
#include "app/case/solvers.hpp"

#include <array>
#include <variant>

#include "app/case/yaml/codec.hpp"

namespace tobiuo::casefile {
namespace {

/// Makes a row from a function that knows one alternative of Case::solver only.
template <auto read>
constexpr SolverKind row(std::string_view name, SolverKeys (*keys)())
{
    return {.name = name, .keys = keys, .read = [](const Section& root, const Case& common) {
                return SolverCase{read(root, common)};
            }};
}

constexpr std::array kinds{row<read_himeno>("himeno", himeno_keys),
                           row<read_poisson>("poisson", poisson_keys),
                           row<read_flow>("flow", flow_keys)};
static_assert(kinds.size() == std::variant_size_v<SolverCase>);

std::string lines_before(std::string_view end, const SolverCase& solver,
                         const std::filesystem::path& file)
{
    const Table& table = case_table(kinds.at(solver.index()).name);
    return std::visit(
        [&](const auto& own) { return bound_lines(table, own, context_of(solver, file), end); },
        solver);
}

}  // namespace

std::span<const SolverKind> solver_kinds()
{
    return kinds;
}

std::vector<std::string> solver_names()
{
    std::vector<std::string> names;
    for (const SolverKind& kind : kinds) {
        names.emplace_back(kind.name);
    }
    return names;
}

Context context_of(const SolverCase& solver, const std::filesystem::path& file)
{
    Context context{.file = file};
    if (const auto* poisson = std::get_if<PoissonCase>(&solver)) {
        context.dimensions = poisson->dimensions;
    } else if (const auto* flow = std::get_if<FlowCase>(&solver)) {
        context.dimensions = flow->box.dimensions;
    }
    return context;
}

std::string solver_yaml(const SolverCase& solver, const std::filesystem::path& file)
{
    return lines_before({}, solver, file);
}

std::string problem_yaml(const SolverCase& solver, const std::filesystem::path& file)
{
    return lines_before("run", solver, file);
}

}  // namespace tobiuo::casefile
