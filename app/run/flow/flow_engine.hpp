// The solver of a flow where a run has its place, and copies of what it has on the host.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <tobiuo/flow/solver.hpp>

#include "app/errors.hpp"
#include "app/output/writer_thread.hpp"
#include "app/ranks/ranks_report.hpp"
#include "app/run/checkpoint_writer.hpp"
#include "app/run/flow/flow_pieces.hpp"
#include "app/run/flow/output/flow_fields.hpp"
#include "app/run/flow/output/flow_record.hpp"
#include "app/run/place.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/flow/formula_faces.hpp"
#include "solvers/flow/gradients.hpp"

namespace tobiuo::flow {
template <typename T>
class StateObserver;
}

namespace tobiuo {

/// A flow::Solver whose calls take arrays of the host and wait for their work, but for step().
///
/// On several ranks rank 0 calls them, with arrays of the whole box, and the others follow() it: each
/// call sends them what to do, and planes of arrays to and from. What is observed is then found on
/// rank 0 from the whole state.
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

    /// `scalar` is empty if the flow carries none.
    void start(const std::array<std::vector<Real>, 3>& velocity, std::span<const Real> scalar);
    void resume(std::span<const Real> state);
    /// Replaces the force of the problem in later steps.
    void set_force(const std::array<double, 3>& force);
    /// Replaces what the faces give, see flow::Solver::set_faces().
    void set_faces(const flow::FaceValues& values);
    void step(double time_step);
    /// Steps with what the faces give at the ends of the stages, see flow::Solver::step().
    void step(double time_step, const std::array<flow::FaceValues, 3>& ends);
    /// Take over the faces that `faces` has looked at, at one time or at the ends of the stages.
    void set_faces(flow::FormulaFaces& faces);
    void step(double time_step, flow::FormulaFaces& faces);
    void state_and_wait(std::span<Real> values);
    void pressure_and_wait(std::span<Real> values);

    /// See flow::Solver::observed_and_wait().
    [[nodiscard]] flow::Observed observed_and_wait();

    /// Does on another rank than 0 what rank 0 asks for, until its run ends; returns its exit code.
    [[nodiscard]] ExitCode follow();
    /// Adds what the exchanges of all ranks have taken; nothing on one rank.
    void put_uses(RanksReport& report);
    /// Ends what the other ranks do with this exit code; nothing on one rank.
    void end(ExitCode code);

    /// Whether states are in host memory, where functions look at them.
    [[nodiscard]] bool is_on_host() const { return machine_->is_host() || world_ != nullptr; }
    /// What the machine finds out about a state that is not. `problem` has the faces of now.
    [[nodiscard]] flow::Gradients gradients_and_wait(const flow::Problem& problem);
    [[nodiscard]] std::vector<double> layer_means_and_wait(const flow::Problem& problem, int axis);

    /// Copies these fields of the cells to `values`, [field][cell][component]: on the host from
    /// `arrays`, elsewhere from what the solver has, of which only the cells cross the link.
    void cells_and_wait(const FlowSeries& series, const FlowArrays<Real>& arrays,
                        std::vector<Real>& values);

    [[nodiscard]] const flow::Solver& solver() const { return solver_; }

private:
    /// What rank 0 asks the others for.
    enum class Task {
        start,
        resume,
        set_force,
        set_faces,
        step,
        step_through,
        observe,
        state,
        pressure,
        put_uses,
        end
    };
    struct Order {
        Task task{};
        double time_step{};
        std::array<double, 3> force{};
        ExitCode code{};
    };
    /// Sends the order of rank 0; nothing on the others, which follow it by the same call.
    void tell(const Order& order) const;
    /// Makes the call, with empty arrays of the whole box.
    void follow(const Order& order);

    /// The faces of rank 0, which gives its own, on several ranks.
    [[nodiscard]] flow::FaceValues faces_of_first(const flow::FaceValues& mine) const;

    /// The observer, whose problem has the faces of now.
    [[nodiscard]] flow::StateObserver<Real>& observer_of(const flow::Problem& problem);
    /// The pressure beside the state, copied there.
    [[nodiscard]] const Real* copied_pressure();
    /// The observer, whose problem has the faces of now, and the state where it looks at it.
    [[nodiscard]] flow::StateObserver<Real>& observer_of_state(const flow::Problem& problem);
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
    std::unique_ptr<const runtime::Machine> host_;  ///< where several ranks observe; else null
    std::optional<FlowPieces<Real>> pieces_;        ///< on one of several ranks
    std::vector<Real> own_;                         ///< an array of this rank, on several
    double seconds_ = 0.0;                          ///< of steps, until they were observed
    runtime::OwnStream stream_;
    /// It is made before the solver, so that its kernels compile beside those.
    std::unique_ptr<flow::StateObserver<Real>> observer_;
    flow::Solver solver_;
    runtime::Array state_;        ///< of a state's size, also for the pressure; empty on the host
    runtime::Array pressure_;     ///< beside the state for means and cells; empty without
    runtime::Array cells_;        ///< of a series of a part of the grid; empty without
    bool faces_are_old_ = false;  ///< those of the observer
};

extern template class FlowEngine<float>;
extern template class FlowEngine<double>;

/// Makes an engine where the run has its place. Throws DeviceError.
template <typename Real>
[[nodiscard]] FlowEngine<Real> make_flow_engine(const flow::Problem& problem, const Place& place)
{
    place.select();
    return {problem, place.backend, runtime::make_machine(place.backend), place.world};
}

/// Copies of what an engine has, each made when it is first asked for after a step. While a job of
/// the writer reads the copies of one step, those of later steps are made in a second pair of
/// arrays, which is allocated then; while jobs read both pairs, a copy waits for the earlier one.
template <typename Real>
class FlowCopies {
public:
    /// Allocates the first pair; keeps the engine, the problem and the writer. `settle` is called
    /// before the faces of the problem are looked at.
    FlowCopies(
        FlowEngine<Real>& engine, const flow::Problem& problem, WriterThread& writer,
        std::function<void()> settle = [] {});

    /// Says that the engine has begun a step, so that the copies are old.
    void expire() { is_old_ = true; }
    /// Makes the engine go on from the bytes of a state of its size, and keeps them.
    void resume(std::span<const std::byte> state);

    /// Throws what a job of the writer has thrown if it has to wait for one.
    [[nodiscard]] std::span<const Real> state_and_wait();
    [[nodiscard]] std::span<const Real> pressure_and_wait();
    [[nodiscard]] FlowArrays<Real> arrays_and_wait();

    /// gradients_of() and layer_means() after the last step, found where the state is.
    [[nodiscard]] flow::Gradients gradients_and_wait();
    [[nodiscard]] std::vector<double> layer_means_and_wait(int axis);

    /// Copies the fields of the series after the last step, [field][cell][component].
    void cells_and_wait(const FlowSeries& series, std::vector<Real>& values);

    /// Leaves what was copied after the last step unchanged until this job of the writer is done.
    void hold_for(std::int64_t job) { pairs_.hold_for(job); }

private:
    struct Pair {
        std::vector<Real> state;
        std::vector<Real> pressure;
        bool has_state = false;
        bool has_pressure = false;
    };

    void allocate(Pair& pair) const;
    [[nodiscard]] Pair& pair_and_wait();

    FlowEngine<Real>& engine_;
    const flow::Problem& problem_;
    HeldBuffers<Pair> pairs_;
    std::function<void()> settle_;
    bool is_old_ = false;
};

extern template class FlowCopies<float>;
extern template class FlowCopies<double>;

}  // namespace tobiuo
