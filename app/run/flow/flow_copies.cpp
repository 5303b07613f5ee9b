#include "app/run/flow/flow_copies.hpp"

#include <cstring>

namespace tobiuo {

template <typename Real>
FlowCopies<Real>::FlowCopies(FlowEngine<Real>& engine, const flow::Problem& problem,
                             WriterThread& writer)
    : engine_{engine}, problem_{problem}, writer_{writer}
{
    allocate(pairs_.front());
}

template <typename Real>
void FlowCopies<Real>::allocate(Pair& pair) const
{
    pair.state.resize(static_cast<std::size_t>(engine_.solver().state_values()));
    pair.pressure.resize(static_cast<std::size_t>(flow::points(problem_)));
}

/// The pair for copies after the last step. It is the one of the step before unless a job still
/// reads that.
template <typename Real>
typename FlowCopies<Real>::Pair& FlowCopies<Real>::pair_and_wait()
{
    if (is_old_) {
        if (!writer_.is_done(pairs_.at(current_).job)) {
            current_ = 1 - current_;
            writer_.wait_for(pairs_.at(current_).job);
            allocate(pairs_.at(current_));
        }
        pairs_.at(current_).has_state = false;
        pairs_.at(current_).has_pressure = false;
        is_old_ = false;
    }
    return pairs_.at(current_);
}

template <typename Real>
void FlowCopies<Real>::resume(std::span<const std::byte> state)
{
    expire();
    Pair& pair = pair_and_wait();
    std::memcpy(pair.state.data(), state.data(), state.size());
    engine_.resume(pair.state);
    pair.has_state = true;
}

template <typename Real>
std::span<const Real> FlowCopies<Real>::state_and_wait()
{
    Pair& pair = pair_and_wait();
    if (!pair.has_state) {
        engine_.state_and_wait(pair.state);
        pair.has_state = true;
    }
    return pair.state;
}

template <typename Real>
std::span<const Real> FlowCopies<Real>::pressure_and_wait()
{
    Pair& pair = pair_and_wait();
    if (!pair.has_pressure) {
        engine_.pressure_and_wait(pair.pressure);
        pair.has_pressure = true;
    }
    return pair.pressure;
}

template <typename Real>
FlowArrays<Real> FlowCopies<Real>::arrays_and_wait()
{
    return {.problem = problem_, .state = state_and_wait(), .pressure = pressure_and_wait()};
}

template class FlowCopies<float>;
template class FlowCopies<double>;

}  // namespace tobiuo
