#include "app/run/flow/flow_engine.hpp"

#include <cstddef>
#include <utility>

namespace tobiuo {

template <typename Real>
FlowEngine<Real>::FlowEngine(const flow::Problem& problem, Backend backend,
                             std::unique_ptr<const runtime::Machine> machine)
    : machine_{std::move(machine)},
      stream_{machine_->make_stream()},
      solver_{problem, {.backend = backend}}
{
    if (!machine_->is_host()) {
        state_ =
            machine_->allocate(static_cast<std::size_t>(solver_.state_values()) * sizeof(Real));
    }
}

template <typename Real>
const Real* FlowEngine<Real>::given(std::span<const Real> values, Real* to) const
{
    if (machine_->is_host()) {
        return values.data();
    }
    machine_->write_and_wait(to, std::as_bytes(values), stream_.get());
    return to;
}

template <typename Real>
void FlowEngine<Real>::start(const std::array<std::vector<Real>, 3>& velocity,
                             std::span<const Real> scalar)
{
    machine_->select();
    std::array<const Real*, 3> components{};
    Real* to = state_.as<Real>();
    for (std::size_t axis = 0; axis < components.size(); ++axis) {
        components[axis] = given(velocity[axis], to);
        to += machine_->is_host() ? 0 : velocity[axis].size();
    }
    solver_.start(components[0], components[1], components[2], stream_.get());
    if (!scalar.empty()) {
        solver_.set_scalar(given(scalar, state_.as<Real>()), stream_.get());
    }
    machine_->wait(stream_.get());
}

template <typename Real>
void FlowEngine<Real>::resume(std::span<const Real> state)
{
    machine_->select();
    solver_.resume(given(state, state_.as<Real>()), stream_.get());
    machine_->wait(stream_.get());
}

template <typename Real>
void FlowEngine<Real>::set_faces(const flow::FaceValues& values)
{
    machine_->select();
    solver_.set_faces(values, stream_.get());
}

template <typename Real>
void FlowEngine<Real>::step(double time_step)
{
    machine_->select();
    solver_.step(time_step, stream_.get());
}

template <typename Real>
void FlowEngine<Real>::step(double time_step, const std::array<flow::FaceValues, 3>& ends)
{
    machine_->select();
    solver_.step(time_step, ends, stream_.get());
}

template <typename Real>
void FlowEngine<Real>::state_and_wait(std::span<Real> values)
{
    fetch_and_wait(values, [&](Real* to) { solver_.state(to, stream_.get()); });
}

template <typename Real>
void FlowEngine<Real>::pressure_and_wait(std::span<Real> values)
{
    fetch_and_wait(values, [&](Real* to) { solver_.pressure(to, stream_.get()); });
}

template class FlowEngine<float>;
template class FlowEngine<double>;

}  // namespace tobiuo
