#include "solvers/poisson/program/near_solver.hpp"

#include <utility>

namespace tobiuo::poisson {

std::optional<NearSolver> NearSolver::made(const Problem& problem, Backend backend,
                                           const ranks::Slice& planes, int threads)
{
    const std::int64_t all = unknowns(problem, 2).count;
    const SolveBackEnd& back_end = solve_on(backend);
    const auto middle = stretched_axis(problem);
    bool has_all_axes = true;
    for (int axis = 0; axis < 3; ++axis) {
        has_all_axes = has_all_axes && unknowns(problem, axis).count > 1;
    }
    // Of two passes that are left out in part, one plane in eight pays for other forms of launches.
    constexpr std::int64_t least_left_out = 8;
    if (back_end.plan_near == nullptr || !has_all_axes || (middle && *middle != 2) ||
        planes.count <= 0 || (all - planes.count) * least_left_out < all) {
        return std::nullopt;
    }
    std::unique_ptr<const runtime::Machine> machine = runtime::make_machine(backend, threads);
    const std::optional<SolveProgram> program =
        back_end.plan_near(problem, planes, {.threads = threads});
    return program ? std::optional{NearSolver{std::move(machine), back_end, *program}}
                   : std::nullopt;
}

NearSolver::NearSolver(std::unique_ptr<const runtime::Machine> machine,
                       const SolveBackEnd& back_end, const SolveProgram& program)
    : machine_{std::move(machine)}, executor_{*machine_, back_end, program}
{
}

}  // namespace tobiuo::poisson
