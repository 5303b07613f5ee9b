#include "app/run/flow/flow_copies.hpp"

#include <cstring>

namespace tobiuo {

template <typename Real>
FlowCopies<Real>::FlowCopies(FlowEngine<Real>& engine, const flow::Problem& problem)
    : engine_{engine},
      problem_{problem},
      state_(static_cast<std::size_t>(engine.solver().state_values())),
      pressure_(static_cast<std::size_t>(flow::points(problem)))
{
}

template <typename Real>
void FlowCopies<Real>::resume(std::span<const std::byte> state)
{
    std::memcpy(state_.data(), state.data(), state.size());
    engine_.resume(state_);
    has_state_ = true;
    has_pressure_ = false;
}

template <typename Real>
std::span<const Real> FlowCopies<Real>::state_and_wait()
{
    if (!has_state_) {
        engine_.state_and_wait(state_);
        has_state_ = true;
    }
    return state_;
}

template <typename Real>
std::span<const Real> FlowCopies<Real>::pressure_and_wait()
{
    if (!has_pressure_) {
        engine_.pressure_and_wait(pressure_);
        has_pressure_ = true;
    }
    return pressure_;
}

template <typename Real>
FlowArrays<Real> FlowCopies<Real>::arrays_and_wait()
{
    return {.problem = problem_, .state = state_and_wait(), .pressure = pressure_and_wait()};
}

template class FlowCopies<float>;
template class FlowCopies<double>;

}  // namespace tobiuo
