// SPDX-License-Identifier: BSD-3-Clause
// The solver of a flow where a run has its place, on all of its ranks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <tobiuo/flow/solver.hpp>

#include "app/case/flow/flow_case.hpp"
#include "app/errors.hpp"
#include "app/output/report/flow_report.hpp"
#include "app/ranks/ranks_report.hpp"
#include "app/run/flow/flow_order.hpp"
#include "app/run/flow/flow_pieces.hpp"
#include "app/run/flow/flow_start.hpp"
#include "app/run/flow/output/flow_fields.hpp"
#include "app/run/place.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/cell_box.hpp"
#include "solvers/flow/formula_faces.hpp"
#include "solvers/flow/gradients.hpp"
#include "solvers/flow/point_places.hpp"

namespace tobiuo::flow {
template <typename T>
class StateObserver;
template <typename T>
class FieldMeans;
template <typename T>
class Spectra;
struct LayerOfCells;
struct MeanForm;
struct StateChange;
}  // namespace tobiuo::flow

namespace tobiuo {

/// Room on a device for cells on their way to the host.
inline constexpr std::int64_t most_cell_bytes = std::int64_t{256} << 20U;

/// What a flow has at a point: u, v, w and p, and each scalar, or one that is 0 where it has none.
struct FlowPoint {
    std::array<double, 4> flow{};
    std::vector<double> scalars;
};

/// A flow::Solver whose calls take arrays of the host and wait for their work, but for step().
///
/// On several ranks each has its planes, see flow::planes_of_rank(). Rank 0 makes the calls, each of
/// which tells the others to make the same one, too: they follow() its orders. What is observed is
/// that of the whole box, on rank 0.
template <typename Real>
class FlowEngine {
public:
    /// `machine` is one of the back end; its device is the current one. `world` is null on one rank;
    /// else the constructor is collective. Throws as flow::Solver does.
    FlowEngine(const flow::Problem& problem, Backend backend,
               std::unique_ptr<const runtime::Machine> machine, const World* world = nullptr);
    FlowEngine(const FlowEngine&) = delete;
    FlowEngine& operator=(const FlowEngine&) = delete;
    ~FlowEngine();

    /// Begins as the case says; returns the joint_difference() of the scalars. Throws InputError for
    /// an expression that is not finite somewhere; on several ranks RanksError on all.
    double begin(const FlowCase& flow);
    /// Begins with a state of the whole box, which rank 0 gives; returns as above.
    double begin(const FlowStart& of_first);
    /// Begins with these planes. Collective.
    void start(const std::array<std::vector<Real>, 3>& velocity,
               const std::vector<std::vector<Real>>& scalars);
    /// Begins with the state of this rank. Collective.
    void resume(std::span<const Real> state);
    /// On several ranks: begins with the state of a checkpoint, of which each reads its part. Returns
    /// as begin() does. Throws RanksError on all.
    double resume(const Checkpoint& checkpoint);
    /// Replaces the force of the problem in later steps.
    void set_force(const std::array<double, 3>& force);
    /// The time at which the next step begins, for sources that change.
    void set_time(double time);
    /// Replaces what the faces give, see flow::Solver::set_faces().
    void set_faces(const flow::FaceValues& values);
    /// Replaces the obstacles by those of this time, see flow::Solver::set_obstacles().
    /// On several ranks, what it throws is RanksError on all.
    void set_obstacles(const std::vector<flow::Obstacle>& obstacles, double time);
    [[nodiscard]] double obstacle_rate() const { return solver_.obstacle_rate(); }
    void step(double time_step);
    /// Steps with what the faces give at the ends of the stages, see flow::Solver::step().
    void step(double time_step, const std::array<flow::FaceValues, 3>& ends);
    /// Take over the faces that `faces` has looked at, at one time or at the ends of the stages.
    void set_faces(flow::FormulaFaces& faces);
    void step(double time_step, flow::FormulaFaces& faces);
    /// The state and the pressure of this rank. Collective.
    void state_and_wait(std::span<Real> values);
    void pressure_and_wait(std::span<Real> values);

    /// See flow::Solver::observed_and_wait().
    [[nodiscard]] flow::Observed observed_and_wait();
    /// See flow::Solver::obstacle_forces_and_wait().
    [[nodiscard]] std::vector<flow::ObstacleForce> obstacle_forces_and_wait();
    [[nodiscard]] flow::ClosingUse closing_use() const { return solver_.closing_use(); }
    /// On several ranks: what the solvers find out about the last velocity, which no step has
    /// observed. What is observed later is still that of the last step; none comes after it.
    [[nodiscard]] flow::Observed observed_at_end_and_wait();

    /// Sends the order of rank 0; nothing on the others, which follow it by the same call.
    void tell(const FlowOrder& order) const;
    /// What rank 0 tells another rank next.
    [[nodiscard]] FlowOrder next_order() const;
    /// Makes the call of an order, but begin(), set_obstacles() and those of FlowFiles.
    void follow(const FlowOrder& order);
    /// The ranks, and what they have of the arrays; null and nothing on one.
    [[nodiscard]] const World* world() const { return world_; }
    [[nodiscard]] const std::optional<FlowPieces<Real>>& pieces() const { return pieces_; }
    /// Adds what the exchanges of all ranks have taken; nothing on one rank.
    void put_uses(RanksReport& report);
    /// Ends what the other ranks do with this exit code; nothing on one rank.
    void end(ExitCode code);

    /// Whether the whole state is in host memory, where functions look at it.
    [[nodiscard]] bool is_on_host() const { return machine_->is_host() && world_ == nullptr; }
    /// What the machine finds out about a state that is not. `problem` has the faces of now.
    [[nodiscard]] flow::Gradients gradients_and_wait(const flow::Problem& problem);
    [[nodiscard]] std::vector<double> layer_means_and_wait(const flow::Problem& problem, int axis);

    /// Makes room for means over time, which are 0.
    void begin_means(const flow::MeanForm& form);
    /// Goes on with those of a checkpoint, which has such. Throws InputError, on several ranks
    /// RanksError on all.
    void resume_means(const Checkpoint& checkpoint);
    [[nodiscard]] bool has_means() const { return means_ != nullptr; }
    /// Adds the state of now, so that there are so many samples; `arrays` as for points.
    void add_to_means_and_wait(const FlowArrays<Real>& arrays, std::int64_t samples);
    /// Value number `value` of the means of the cells of layer k of z, on rank 0.
    void mean_layer_and_wait(int value, std::int64_t k, std::span<double> layer);
    /// Copies all means of this rank, [value][z][y][x]. Not collective, without an order.
    void own_means_and_wait(std::vector<double>& values);

    /// [quantity][mode] of spectra along an axis, see flow::Spectra, or in shells for axis -1;
    /// `arrays` as for points.
    [[nodiscard]] std::vector<std::vector<double>> spectra_and_wait(
        const FlowArrays<Real>& arrays, int axis, std::optional<flow::LayerOfCells> layer);

    /// How far the state of now is from the exact solution of a case that has one. Not followed by
    /// follow(), for other ranks need the case. Throws InputError, on several ranks RanksError.
    [[nodiscard]] FlowError error_and_wait(const FlowCase& flow, double time);

    /// Keeps the state of now where it is, beside the steps, until the next call.
    void keep_state();
    /// What has changed since keep_state(); `arrays` as for points.
    [[nodiscard]] flow::StateChange change_and_wait(const FlowArrays<Real>& arrays);

    /// Copies these fields of the cells to `values`, [field][cell][component], and finds values at
    /// points: where the state is on the host from `arrays`, elsewhere from what the solver has, of
    /// which only the cells cross the link.
    void cells_and_wait(const CellBox& cells, const FlowFields& fields,
                        const FlowArrays<Real>& arrays, std::vector<Real>& values);
    /// Copies those of the cells that this rank has. Collective, without an order.
    void own_cells_and_wait(const CellBox& cells, const FlowFields& fields,
                            const FlowArrays<Real>& arrays, std::vector<Real>& values);
    /// On several ranks: where the state has the first value that is not finite.
    [[nodiscard]] std::optional<NotFiniteAt> first_not_finite_and_wait();
    [[nodiscard]] std::vector<FlowPoint> points_and_wait(
        std::span<const std::array<double, 3>> points, const FlowArrays<Real>& arrays);

    [[nodiscard]] const flow::Solver& solver() const { return solver_; }

private:
    double begin_with(const FlowStart& of_first);
    /// The planes of this rank of an array of the whole box, which rank 0 has.
    [[nodiscard]] std::vector<Real> own_planes(const std::vector<double>& of_first) const;
    [[nodiscard]] Checkpoint checkpoint_of_first(const Checkpoint& checkpoint) const;
    /// The joint_difference() of all ranks, of this one's scalars.
    [[nodiscard]] double largest_difference_of_all(
        const std::vector<std::span<const Real>>& scalars) const;
    /// The faces of rank 0, which gives its own, on several ranks.
    [[nodiscard]] flow::FaceValues faces_of_first(const flow::FaceValues& mine) const;

    /// The observer, whose problem has the faces of now, looking at the scalar of this number.
    [[nodiscard]] flow::StateObserver<Real>& observer_of(const flow::Problem& problem,
                                                         int scalar = 0);
    /// The state and the pressure of the solver, copied to where the observer looks at them unless
    /// they are there already.
    [[nodiscard]] const Real* copied_state();
    [[nodiscard]] const Real* copied_pressure();
    /// Says that the solver has another state than the copies.
    void expire() { has_copied_state_ = has_copied_pressure_ = false; }
    /// Where the solver finds values of the host: there, or copied to `to`.
    [[nodiscard]] const Real* given(std::span<const Real> values, Real* to) const;
    /// Calls write(to) for values that the solver writes, and leaves them on the host.
    template <typename Write>
    void fetch_and_wait(std::span<Real> values, const Write& write) const
    {
        machine_->select();
        if (machine_->is_host()) {
            write(values.data());
            return;
        }
        write(state_.as<Real>());
        machine_->read_and_wait(std::as_writable_bytes(values), state_.data(), stream_.get());
    }

    std::unique_ptr<const runtime::Machine> machine_;
    const World* world_;
    std::optional<FlowPieces<Real>> pieces_;  ///< on one of several ranks
    std::vector<Real> own_;                   ///< an array of this rank, on several
    double seconds_ = 0.0;                    ///< of steps, until they were observed
    runtime::OwnStream stream_;
    /// It is made before the solver, so that its kernels compile beside those.
    std::unique_ptr<flow::StateObserver<Real>> observer_;
    flow::Solver solver_;
    std::unique_ptr<flow::FieldMeans<Real>> means_;  ///< of a case that wants them
    std::unique_ptr<flow::Spectra<Real>> spectra_;   ///< when first asked
    runtime::Array state_;     ///< of a state's size, also for the pressure; empty on the host
    runtime::Array pressure_;  ///< beside the state for means and cells; empty without
    runtime::Array kept_;      ///< by keep_state(); empty without
    runtime::Array cells_;     ///< that are copied from a device; empty without
    bool has_copied_state_ = false;     ///< in state_, on the host in own_
    bool has_copied_pressure_ = false;  ///< in pressure_
    bool faces_are_old_ = false;        ///< those of the observer
    int observed_scalar_ = 0;           ///< at which it looks
};

extern template class FlowEngine<float>;
extern template class FlowEngine<double>;

/// Makes an engine where the run has its place. Throws DeviceError, and InputError, of several ranks on
/// all, for closed obstacles that push out fluid which nothing lets leave.
template <typename Real>
[[nodiscard]] FlowEngine<Real> make_flow_engine(const FlowCase& flow, const flow::Problem& problem,
                                                const Place& place)
{
    place.select();
    try {
        return {problem, place.backend, runtime::make_machine(place.backend), place.world};
    } catch (const std::invalid_argument& error) {
        if (!flow::has_closed_obstacles(problem)) {
            throw;
        }
        throw InputError{flow.obstacles.front().at, std::string{"obstacles: "} + error.what()};
    }
}

}  // namespace tobiuo
