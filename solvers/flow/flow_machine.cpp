// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/flow_machine.hpp"

#include <utility>

#include "solvers/flow/outflow_pressure.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo::flow {

template <typename T>
FlowMachine<T>::FlowMachine(const Problem& problem, std::unique_ptr<const runtime::Machine> memory,
                            FlowKernels<T> kernels, const poisson::SolveChoices& choices)
    : memory_{std::move(memory)}, threads_{choices.threads}, kernels_{std::move(kernels)}
{
    solver_.emplace(projection_of(problem), memory_->backend(), choices);
    for (const int face : buoyant_outflows(problem)) {
        face_solvers_.try_emplace(face, problem_along(problem, face), memory_->backend(),
                                  poisson::SolveChoices{.threads = choices.threads});
    }
}

/// A face across z is in planes of one rank, which solves along it alone.
template <typename T>
FlowMachine<T>::FlowMachine(const Problem& problem, std::unique_ptr<const runtime::Machine> memory,
                            FlowKernels<T> kernels, const Placement& placement,
                            const poisson::DistributedOptions& options,
                            const fft::PlaceFunction& load)
    : memory_{std::move(memory)},
      exchange_{ranks::make_exchange(memory_->backend(), *placement.ranks,
                                     options.through_host_memory ? ranks::Transport::host_memory
                                                                 : ranks::Transport::automatic)},
      threads_{options.threads},
      kernels_{std::move(kernels)}
{
    solver_.emplace(projection_of(problem), *memory_, *placement.ranks, exchange_, options, load);
    for (const int face : buoyant_outflows(problem)) {
        const poisson::Problem along = problem_along(problem, face);
        if (face / 2 < 2) {
            face_solvers_.try_emplace(face, along, *memory_, *placement.ranks, exchange_, options);
        } else if (!placement.slab.joined[face % 2]) {
            face_solvers_.try_emplace(face, along, memory_->backend(),
                                      poisson::SolveChoices{.threads = options.threads});
        }
    }
}

template <typename T>
void FlowMachine<T>::prepare_near(const Problem& problem, const ranks::Slice& planes)
{
    if (exchange_ == nullptr) {
        near_ = poisson::NearSolver<T>::made(projection_of(problem), memory_->backend(), planes,
                                             threads_);
    }
}

template <typename T>
void FlowMachine<T>::find_impulse(const Box<T>& box, const T* const (&velocity)[3], T* impulse,
                                  Stream stream) const
{
    if (solver_->takes_load()) {
        solver_->solve_loaded(kernels_.divergence_data(box, velocity, stream), impulse, stream);
    } else {
        kernels_.find_divergence(box, velocity, impulse, stream);
        solver_->solve(impulse, stream);
    }
}

template <typename T>
std::string FlowMachine<T>::describe() const
{
    return kernels_.description + "; " + solver_->describe();
}

template <typename T>
std::size_t FlowMachine<T>::memory_bytes() const
{
    std::size_t bytes = kernels_.bytes + solver_->workspace_bytes() + (near_ ? near_->bytes() : 0);
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
