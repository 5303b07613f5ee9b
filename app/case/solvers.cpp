// The table of solvers; a solver is one line.
#include "app/case/solvers.hpp"

#include <array>
#include <variant>

#include "app/case/flow/flow_keys.hpp"
#include "app/case/himeno/himeno_keys.hpp"
#include "app/case/poisson/poisson_keys.hpp"

namespace tobiuo::casefile {
namespace {

/// Makes a row from functions that know one alternative of Case::solver only.
template <typename Alternative, Alternative (*read)(const Section&, const CaseFolder&, const Case&),
          std::string (*yaml)(const Alternative&, const std::filesystem::path&)>
constexpr SolverKind row(std::string_view name, SolverKeys (*keys)())
{
    return {.name = name,
            .keys = keys,
            .read = [](const Section& root, const CaseFolder& folder,
                       const Case& common) -> SolverCase { return read(root, folder, common); },
            .yaml =
                [](const Case& the_case) {
                    return yaml(std::get<Alternative>(the_case.solver), the_case.file);
                }};
}

constexpr std::array kinds{row<HimenoCase, read_himeno, himeno_yaml>("himeno", himeno_keys),
                           row<PoissonCase, read_poisson, poisson_yaml>("poisson", poisson_keys),
                           row<FlowCase, read_flow, flow_yaml>("flow", flow_keys)};
static_assert(kinds.size() == std::variant_size_v<SolverCase>);

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

}  // namespace tobiuo::casefile
