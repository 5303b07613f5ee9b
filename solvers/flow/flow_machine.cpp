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
                            const poisson::DistributedOptions& options,
                            const fft::PlaceFunction& load)
    : memory_{std::move(memory)},
      rows_{std::make_unique<const poisson::RankRows>(projection_of(problem), ranks.rank(),
                                                      ranks.size())},
      kernels_{std::move(kernels)}
{
    exchange_ = ranks::make_exchange(
        memory_->backend(), ranks,
        options.through_host_memory ? ranks::Transport::host_memory : ranks::Transport::automatic);
    solver_ = poisson::make_rank_solver<T>({.problem = projection_of(problem),
                                            .ranks = ranks,
                                            .rows = *rows_,
                                            .machine = *memory_,
                                            .options = options,
                                            .takes_rows = exchange_->takes_rows(),
                                            .load = load});
}

template <typename T>
void FlowMachine<T>::find_impulse(const Box<T>& box, const T* const (&velocity)[3], T* impulse,
                                  Stream stream) const
{
    const auto data = [&] { return kernels_.divergence_data(box, velocity, stream); };
    const auto find_divergence = [&] { kernels_.find_divergence(box, velocity, impulse, stream); };
    if (const auto* alone = std::get_if<poisson::MachineSolver>(&solver_)) {
        if (alone->takes_load()) {
            alone->solve_loaded(data(), impulse, stream);
        } else {
            find_divergence();
            alone->solve(impulse, impulse, stream);
        }
        return;
    }
    const poisson::RankSolver<T>& of_rank = *std::get<0>(solver_);
    if (of_rank.takes_load()) {
        of_rank.solve_loaded(data(), impulse, *exchange_, stream);
    } else {
        find_divergence();
        of_rank.solve(impulse, std::nullopt, impulse, *exchange_, stream);
    }
}

template <typename T>
void FlowMachine<T>::exchange_alone(T* impulse, Stream stream) const
{
    if (exchange_ != nullptr) {
        std::get<0>(solver_)->exchange_alone(impulse, *exchange_, stream);
    }
}

template <typename T>
std::string FlowMachine<T>::describe() const
{
    const auto* alone = std::get_if<poisson::MachineSolver>(&solver_);
    const std::string solver = alone != nullptr ? alone->describe()
                                                : std::get<0>(solver_)->describe() + "; " +
                                                      std::to_string(rows_->planes.count) + " of " +
                                                      std::to_string(rows_->all_rows()) +
                                                      " planes, joined by " + exchange_->describe();
    return kernels_.description + "; " + solver;
}

template <typename T>
std::size_t FlowMachine<T>::memory_bytes() const
{
    const auto* alone = std::get_if<poisson::MachineSolver>(&solver_);
    std::size_t bytes =
        kernels_.bytes +
        (alone != nullptr ? alone->workspace_bytes() : std::get<0>(solver_)->workspace_bytes());
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
