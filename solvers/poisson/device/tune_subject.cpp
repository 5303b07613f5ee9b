#include "solvers/poisson/device/tune_subject.hpp"

#include "solvers/poisson/device/device_solver.hpp"
#include "solvers/poisson/device/solve_subject.hpp"

namespace tobiuo::poisson {
namespace {

class CudaSolve final : public SolveSubject {
public:
    using SolveSubject::SolveSubject;

    [[nodiscard]] Plan prepare(const fft::TunedTable& table) const override
    {
        const auto solver =
            std::make_shared<const DeviceSolver>(problem(), DeviceSolverOptions{&table});
        const bool is_single = problem().precision == Precision::fp32;
        return {.chosen = solver->choices(),
                .run = [solver, is_single](void* f, void* u, cudaStream_t stream) {
                    if (is_single) {
                        solver->solve(static_cast<const float*>(f), static_cast<float*>(u), stream);
                    } else {
                        solver->solve(static_cast<const double*>(f), static_cast<double*>(u),
                                      stream);
                    }
                }};
    }
};

}  // namespace

std::unique_ptr<fft::TuneSubject> tune_subject(const Problem& problem)
{
    return std::make_unique<CudaSolve>(problem);
}

}  // namespace tobiuo::poisson
