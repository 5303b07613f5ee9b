#include "solvers/flow/flow_machine.hpp"

#include <utility>

#include "solvers/flow/outflow_pressure.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo::flow {

template <typename T>
FlowMachine<T>::FlowMachine(const Problem& problem, std::unique_ptr<const runtime::Machine> memory,
                            FlowKernels<T> kernels, const poisson::SolveChoices& choices)
    : memory_{std::move(memory)},
      solver_{projection_of(problem), memory_->backend(), choices},
      kernels_{std::move(kernels)}
{
    for (const int face : buoyant_outflows(problem)) {
        face_solvers_.try_emplace(face, problem_along(problem, face), memory_->backend(),
                                  poisson::SolveChoices{.threads = choices.threads});
    }
}

template <typename T>
void FlowMachine<T>::find_impulse(const Box<T>& box, const T* const (&velocity)[3], T* impulse,
                                  Stream stream) const
{
    if (solver_.takes_load()) {
        solver_.solve_loaded(kernels_.divergence_data(box, velocity, stream), impulse, stream);
        return;
    }
    kernels_.find_divergence(box, velocity, impulse, stream);
    solver_.solve(impulse, impulse, stream);
}

template <typename T>
std::size_t FlowMachine<T>::memory_bytes() const
{
    std::size_t bytes = kernels_.bytes + solver_.workspace_bytes();
    for (const runtime::Array& array : arrays_) {
        bytes += array.bytes();
    }
    for (const auto& [face, solver] : face_solvers_) {
        bytes += solver.workspace_bytes();
    }
    return bytes;
}

template class FlowMachine<float>;
template class FlowMachine<double>;

}  // namespace tobiuo::flow
