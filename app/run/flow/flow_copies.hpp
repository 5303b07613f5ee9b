// The state and the pressure of a flow on the host, as its run looks at them between two steps.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "app/run/flow/flow_engine.hpp"
#include "app/run/flow/flow_fields.hpp"

namespace tobiuo {

/// Copies of what an engine has, each made when it is first asked for after a step.
template <typename Real>
class FlowCopies {
public:
    /// Allocates both arrays; keeps the engine and the problem.
    FlowCopies(FlowEngine<Real>& engine, const flow::Problem& problem);

    /// Says that the engine has begun a step, so that the copies are old.
    void expire() { has_state_ = has_pressure_ = false; }
    /// Makes the engine go on from the bytes of a state of its size, and keeps them.
    void resume(std::span<const std::byte> state);

    [[nodiscard]] std::span<const Real> state_and_wait();
    [[nodiscard]] std::span<const Real> pressure_and_wait();
    [[nodiscard]] FlowArrays<Real> arrays_and_wait();

private:
    FlowEngine<Real>& engine_;
    const flow::Problem& problem_;
    std::vector<Real> state_;
    std::vector<Real> pressure_;
    bool has_state_ = false;
    bool has_pressure_ = false;
};

extern template class FlowCopies<float>;
extern template class FlowCopies<double>;

}  // namespace tobiuo
