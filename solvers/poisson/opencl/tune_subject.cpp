#include "solvers/poisson/opencl/tune_subject.hpp"

#include "solvers/poisson/device/solve_subject.hpp"
#include "solvers/poisson/opencl/opencl_solver.hpp"

namespace tobiuo::poisson {
namespace {

class OpenclSolve final : public SolveSubject {
public:
    using SolveSubject::SolveSubject;

    [[nodiscard]] Plan prepare(const fft::TunedTable& table) const override
    {
        const auto solver =
            std::make_shared<const OpenclSolver>(problem(), OpenclSolverOptions{.table = &table});
        return {.chosen = solver->choices(), .run = [solver](void* f, void* u, Stream queue) {
                    solver->solve(static_cast<cl_mem>(f), static_cast<cl_mem>(u),
                                  reinterpret_cast<cl_command_queue>(queue));
                }};
    }
};

}  // namespace

std::unique_ptr<fft::TuneSubject> opencl_tune_subject(const Problem& problem)
{
    return std::make_unique<OpenclSolve>(problem);
}

}  // namespace tobiuo::poisson
