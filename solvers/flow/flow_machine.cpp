#include "solvers/flow/flow_machine.hpp"

#include <utility>

#include "solvers/flow/outflow_pressure.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo::flow {

template <typename T>
FlowMachine<T>::FlowMachine(const Problem& problem, std::unique_ptr<const runtime::Machine> memory,
                            FlowKernels<T> kernels, const poisson::SolveChoices& choices)
    : memory_{std::move(memory)},
      solver_{std::in_place_type<poisson::MachineSolver>, projection_of(problem),
              memory_->backend(), choices},
      kernels_{std::move(kernels)}
{
    for (const int face : buoyant_outflows(problem)) {
        face_solvers_.try_emplace(face, problem_along(problem, face), memory_->backend(),
                                  poisson::SolveChoices{.threads = choices.threads});
    }
}

template <typename T>
FlowMachine<T>::FlowMachine(const Problem& problem, std::unique_ptr<const runtime::Machine> memory,
                            FlowKernels<T> kernels, const Communicator& ranks,
                            const poisson::DistributedOptions& options)
    : memory_{std::move(memory)},
      solver_{std::in_place_type<poisson::DistributedSolver>, projection_of(problem), ranks,
              options},
      kernels_{std::move(kernels)}
{
}

template <typename T>
void FlowMachine<T>::find_impulse(const Box<T>& box, const T* const (&velocity)[3], T* impulse,
                                  Stream stream) const
{
    if (const auto* alone = std::get_if<poisson::MachineSolver>(&solver_);
        alone != nullptr && alone->takes_load()) {
        alone->solve_loaded(kernels_.divergence_data(box, velocity, stream), impulse, stream);
        return;
    }
    kernels_.find_divergence(box, velocity, impulse, stream);
    std::visit([&](const auto& solver) { solver.solve(impulse, impulse, stream); }, solver_);
}

template <typename T>
void FlowMachine<T>::exchange_alone(T* impulse, Stream stream) const
{
    if (const auto* on_ranks = std::get_if<poisson::DistributedSolver>(&solver_)) {
        on_ranks->exchange_alone(impulse, stream);
    }
}

template <typename T>
ExchangeUse FlowMachine<T>::take_exchange_use_and_wait() const
{
    const auto* on_ranks = std::get_if<poisson::DistributedSolver>(&solver_);
    return on_ranks != nullptr ? on_ranks->take_exchange_use_and_wait() : ExchangeUse{};
}

template <typename T>
std::string FlowMachine<T>::describe() const
{
    return kernels_.description + "; " +
           std::visit([](const auto& solver) { return solver.describe(); }, solver_);
}

template <typename T>
std::size_t FlowMachine<T>::memory_bytes() const
{
    std::size_t bytes =
        kernels_.bytes +
        std::visit([](const auto& solver) { return solver.workspace_bytes(); }, solver_);
    for (const std::vector<runtime::Array>* all : {&arrays_, &shared_arrays_}) {
        for (const runtime::Array& array : *all) {
            bytes += array.bytes();
        }
    }
    for (const auto& [face, solver] : face_solvers_) {
        bytes += solver.workspace_bytes();
    }
    return bytes;
}

template class FlowMachine<float>;
template class FlowMachine<double>;

}  // namespace tobiuo::flow
