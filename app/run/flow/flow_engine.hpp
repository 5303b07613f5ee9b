// The solver of a flow on the back end of a run, with its arrays on the host.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <tobiuo/flow/solver.hpp>

#include "app/run/flow/flow_backend.hpp"

namespace tobiuo {

/// A flow::Solver whose calls take arrays of the host and wait for their work, but for step().
template <typename Real>
class FlowEngine {
public:
    FlowEngine() = default;
    FlowEngine(const FlowEngine&) = delete;
    FlowEngine& operator=(const FlowEngine&) = delete;
    virtual ~FlowEngine() = default;

    /// `scalar` is empty if the flow carries none.
    virtual void start(const std::array<std::vector<Real>, 3>& velocity,
                       std::span<const Real> scalar) = 0;
    virtual void resume(std::span<const Real> state) = 0;
    /// Replaces the force of the problem in later steps.
    virtual void set_force(const std::array<double, 3>& force) = 0;
    /// Replaces what the faces give, see flow::Solver::set_faces().
    virtual void set_faces(const flow::FaceValues& values) = 0;
    virtual void step(double time_step) = 0;
    /// With what the faces give at the ends of the stages, see flow::Solver::step().
    virtual void step(double time_step, const std::array<flow::FaceValues, 3>& ends) = 0;
    virtual void state_and_wait(std::span<Real> values) = 0;
    virtual void pressure_and_wait(std::span<Real> values) = 0;

    [[nodiscard]] virtual const flow::Solver& solver() const = 0;
};

/// Makes an engine where the run has its place. Throws device::DeviceError.
template <typename Real>
[[nodiscard]] std::unique_ptr<FlowEngine<Real>> make_flow_engine(const flow::Problem& problem,
                                                                 const FlowPlace& place);

/// The same for a GPU. Throws device::DeviceError.
template <typename Real>
[[nodiscard]] std::unique_ptr<FlowEngine<Real>> make_flow_device_engine(
    const flow::Problem& problem, int device);

}  // namespace tobiuo
