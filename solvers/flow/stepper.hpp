// SPDX-License-Identifier: BSD-3-Clause
// The steps of a flow, the same on every back end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tobiuo/flow/solver.hpp>

#include "kernels/flow/backflow_item.hpp"
#include "kernels/flow/expected_pressure.hpp"
#include "kernels/flow/face_items.hpp"
#include "kernels/flow/given_faces.hpp"
#include "runtime/machine/for_each.hpp"
#include "solvers/flow/bodies/closing.hpp"
#include "solvers/flow/bodies/forcing.hpp"
#include "solvers/flow/box_tables.hpp"
#include "solvers/flow/carried_scalar.hpp"
#include "solvers/flow/eddies.hpp"
#include "solvers/flow/flow_machine.hpp"
#include "solvers/flow/halos.hpp"
#include "solvers/flow/implicit_tables.hpp"
#include "solvers/flow/joined_lines.hpp"
#include "solvers/flow/outflow_pressure.hpp"
#include "solvers/flow/recycling.hpp"
#include "solvers/flow/sources.hpp"
#include "solvers/flow/wall_laws.hpp"

namespace tobiuo::flow {

/// Owns the arrays of a flow and advances them. Calls are those of Solver, whose arguments are
/// checked before.
///
/// Between stages the velocity is u* - grad q, where q is time times pressure: the projection of a
/// stage is a part of the next one, so that no kernel does nothing else.
///
/// With implicit diffusion q is time times what the pressure rises by, for u* is found with the
/// gradient of the pressure so far: only then is the velocity along walls right to second order.
///
/// With one projection a step, the first two stages take the gradient of the expected pressure, see
/// ExpectedPressure: q is then a part of that array, and only the last stage finds an impulse.
///
/// One of several ranks has the arrays of its slab with the planes of its neighbours beyond it, see
/// Halos. It exchanges those of the velocity after the stage and those of the impulse after the
/// projection. Then constructor, destructor and the calls that advance the flow, begin it or give
/// its measures are collective.
template <typename T>
class Stepper {
public:
    Stepper(const Problem& problem, FlowMachine<T> machine)
        : Stepper{problem, whole(problem), std::move(machine)}
    {
    }
    Stepper(const Problem& problem, const Placement& placement, FlowMachine<T> machine);

    void start(const T* const (&velocity)[3], Stream stream);
    void resume(const T* state, Stream stream);
    void set_force(const std::array<double, 3>& force);
    /// Takes over what the faces of the problem give, which is the one of the constructor but for
    /// the values of profiles. Throws std::logic_error if the caller captures the stream.
    void set_faces(const Problem& problem, Stream stream);
    void set_faces(const FaceArrays& arrays, Stream stream);
    /// Takes over the obstacles of the problem, none of which is closed. Throws as set_faces() does.
    void set_obstacles(const Problem& problem, Stream stream);
    /// See Solver.
    [[nodiscard]] double obstacle_rate() const { return obstacle_rate_; }
    void set_time(double time) { time_ = time; }
    void step(double time_step, Stream stream);
    /// `Faces` is what set_faces() takes, at the ends of the stages. Throws as set_faces() does,
    /// before anything is advanced.
    template <typename Faces>
    void step(double time_step, const std::array<Faces, 3>& ends, Stream stream);
    [[nodiscard]] Observed observed_and_wait() const;
    [[nodiscard]] std::vector<ObstacleForce> obstacle_forces_and_wait(Stream stream) const;
    [[nodiscard]] ClosingUse closing_use() const
    {
        return closing_ ? closing_->use() : ClosingUse{};
    }
    void set_scalar(const T* values, Stream stream, int number = 0);
    void velocity(T* const (&out)[3], Stream stream) const;
    void scalar(T* out, Stream stream, int number = 0) const;
    void pressure(T* out, Stream stream) const;
    void state(T* out, Stream stream) const;
    [[nodiscard]] std::int64_t state_values() const { return state_values_; }
    [[nodiscard]] bool has_scalar() const { return scalar_ != nullptr; }
    [[nodiscard]] int scalars() const
    {
        return has_scalar() ? 1 + static_cast<int>(further_.size()) : 0;
    }
    [[nodiscard]] bool has_begun() const { return has_begun_; }
    /// Waits for another start() or resume().
    void end() { has_begun_ = false; }
    [[nodiscard]] const FlowMachine<T>& machine() const { return machine_; }
    [[nodiscard]] std::size_t memory_bytes() const
    {
        return machine_.memory_bytes() + (closing_ ? closing_->bytes() : 0) +
               (sources_ ? sources_->bytes() : 0) + (varying_ ? varying_->bytes() : 0) +
               further_bytes();
    }
    /// The messages of a step on several ranks, without its work; the flow must begin anew.
    void exchange_alone(Stream stream);
    [[nodiscard]] ExchangeUse take_exchange_use_and_wait() const;

private:
    /// A face at which the flow leaves; an upper one has no planes but `rates`, see Outflow.
    struct OutflowFace {
        int face{};
        std::size_t points{};
        T* here = nullptr;
        T* next = nullptr;
        T* projected = nullptr;  ///< of a face along z with a row of each neighbour on either side
        T* rates = nullptr;

        [[nodiscard]] bool is_lower() const { return face % 2 == 0; }
    };

    /// The arrays of a stage of the velocity, whose scalar is the one that gives buoyancy.
    [[nodiscard]] StageArrays<T> arrays() const;
    /// The arrays of a stage of the first scalar.
    [[nodiscard]] StageArrays<T> scalar_arrays() const;
    [[nodiscard]] std::size_t further_bytes() const;
    /// Adds up the scalars with buoyancy, where it is not the first one alone.
    void join_buoyancy(Stream stream);
    [[nodiscard]] Outflow<T> outflow_of(const OutflowFace& face, const Stage& stage,
                                        double time_step) const;
    void add_outflow(int face);
    /// The values of a row of a lower face that goes on in the planes of neighbours; 0 of others.
    [[nodiscard]] std::size_t row_beyond(const OutflowFace& face) const
    {
        return halos_ && face.face / 2 < 2
                   ? static_cast<std::size_t>(box_.counts[faster_axis(face.face / 2)])
                   : 0;
    }
    /// An array of the slab, with the planes beyond it on one of several ranks, so many below.
    [[nodiscard]] T* allocate_planes(std::int64_t planes = planes_below);
    /// Clears such an array, and the planes beyond the slab.
    void clear_planes(T* array, Stream stream);
    /// Fetches the planes of the neighbours beyond the slab, of the velocity and the scalar as they
    /// are; of the impulse; of the pressure where diffusion is implicit.
    void give_planes(Stream stream);
    void give_impulse(Stream stream);
    void give_pressure(Stream stream);
    /// Fetches their rows of the velocity through lower outflow faces.
    void give_rows(Stream stream);
    /// `box` with what lies beyond lower outflow faces: `projected`, or `here` as a stage left it.
    [[nodiscard]] Box<T> box_beyond(Box<T> box, bool projected) const;

    /// Puts profiles of a further scalar on faces where the kernel reads them.
    void put_scalar(const CarriedScalar<T>& further, const std::array<const double*, 6>& arrays,
                    Stream stream) const;
    void refuse_capture(Stream stream, const std::string& what) const;
    /// Does a task with the velocity through an outflow face.
    void run(const OutflowFace& face, OutflowTask task, const Stage& stage, double time_step,
             Stream stream) const;
    /// Takes over what faces give now, to which the fluctuations of one that recycles are added.
    void note_given(Stream stream);
    [[nodiscard]] const Halos<T>* halos() const { return halos_ ? &*halos_ : nullptr; }
    /// Takes from a stage what enters through an outflow face, see StopBackflow.
    void stop_backflow(int face, const Stage& stage, double time_step, Stream stream) const;
    /// Calls `end_stage(number)` where the faces are given their values at the end of a stage;
    /// without it they do not change.
    void enqueue_step(double time_step, const std::function<void(int)>& end_stage, Stream stream);
    /// `begin`: the time at which the stage begins.
    void advance(const Stage& stage, double begin, double time_step, bool observes, Stream stream);
    /// Finds the viscosity of the velocity at the begin of a step, where it varies.
    void find_viscosity(double begin, Stream stream);
    /// Makes the systems of implicit diffusion for a step of this length.
    void eliminate(double time_step, Stream stream);
    /// Makes what the last advance() has left u*, by implicit diffusion. The box has the faces at
    /// the end of the stage; those at its start have their values at `values_before`.
    void diffuse(int number, double time_step, const T* values_before, Stream stream);
    /// Gives the velocity that a stage of a step has left what obstacles make of it, and that of
    /// start(), which takes no time.
    void force(const Stage& stage, double time_step, Stream stream);
    [[nodiscard]] typename Closing<T>::Arrays closing_arrays() const;
    /// Projects the velocity that a stage has left, or with a time step of 0 start(), and waits where
    /// obstacles are closed.
    void project(const Stage& stage, double time_step, Stream stream);
    void raise_pressure(const Stage& stage, double time_step, Stream stream);
    /// Whether steps have one projection.
    [[nodiscard]] bool expects() const { return expected_[0] != nullptr; }
    /// Whether a step of this length has three projections all the same.
    [[nodiscard]] bool begins_anew(double time_step) const
    {
        return length_ == 0.0 || time_step > 2.0 * length_;
    }
    /// What tells the level and the trend that the last step has left.
    [[nodiscard]] ExpectedPressure<T> level_and_trend() const;
    /// Replaces the pressures of the last step by those that are expected in the next one, of this
    /// length.
    void expect(double time_step, Stream stream);
    /// Ends one of the first two stages of a step with one projection.
    void end_unprojected(int number, double time_step, Stream stream);
    /// Begins without a pressure.
    void forget_pressure(Stream stream);
    /// Takes the trend and the length of the last step from the end of a state, and waits.
    void recall_trend(const T* state, Stream stream);
    /// Values in so many planes of a neighbour, on one rank 0.
    [[nodiscard]] long long planes_beyond(std::int64_t planes) const
    {
        return halos_ ? planes * static_cast<long long>(plane_points_) : 0;
    }
    /// Makes both expected pressures the mean of what the first two stages have found by projections.
    void note_pressure(int number, double time_step, Stream stream);
    /// Whether the velocity through the upper face of an axis is given.
    [[nodiscard]] bool holds_upper(int axis) const
    {
        return box_.has_face(axis, 1) && box_.faces[2 * axis + 1].pressure_factor > 0;
    }
    void hold_upper_faces(Stream stream);
    /// Makes the first pressure agree with that on outflow faces, if diffusion is implicit:
    /// otherwise u* of the first stage would have a layer there that diffuses.
    void find_first_pressure(Stream stream);
    void find_impulse(Stream stream);
    /// The sums of all ranks, for each obstacle.
    /// Takes note that a step, or what begins the flow, has the obstacles where they are now.
    void note_obstacles();
    [[nodiscard]] std::vector<typename Forcing<T>::Added> of_all_ranks(
        std::vector<typename Forcing<T>::Added> mine) const;
    void observe(Stream stream);

    // Kernels go after the machine, whose graphs launch them and whose arrays wait for them.
    std::optional<OutflowPressure<T>> outflow_pressure_;  ///< made by the constructor
    runtime::ForEach<Scale<T>> scale_;
    std::optional<runtime::ForEach<ExpectedPressure<T>>> expect_;  ///< with one projection
    std::optional<runtime::ForEach<ScaledSum<T>>> add_;        ///< likewise, or with joint buoyancy
    std::optional<runtime::ForEach<HeldFace<T>>> hold_;        ///< where an upper face is given one
    std::optional<runtime::ForEach<PutProfiles<T>>> put_;      ///< where arrays may give profiles
    std::optional<runtime::ForEach<OutflowItem<T>>> outflow_;  ///< where a face is an outflow
    std::optional<runtime::ForEach<StopBackflow<T>>> backflow_;
    std::optional<RecycledFace<T>> recycled_;     ///< where a face recycles
    std::optional<SourceTerms<T>> sources_;       ///< where there are some
    std::optional<VaryingViscosity<T>> varying_;  ///< where the viscosity varies
    std::optional<WallLaws<T>> wall_laws_;        ///< where faces have some
    std::optional<Forcing<T>> forcing_;           ///< where there are obstacles
    std::optional<Closing<T>> closing_;           ///< where some are closed
    std::vector<CarriedScalar<T>> further_;       ///< scalars behind the first one
    std::vector<CellBox> around_bodies_;   ///< BodyPoints::around, after the first set_obstacles()
    std::vector<Obstacle> obstacles_;      ///< those of now
    std::vector<Obstacle> forced_;         ///< those of the last step
    std::vector<BodyMotion> motion_;       ///< of these in that step, if they have moved in it
    std::vector<BodyMotion> next_motion_;  ///< of what set_obstacles() has got since then
    std::optional<std::vector<ObstacleForce>>
        forces_;  ///< of that step, if points are others since
    double obstacle_rate_ = 0.0;
    bool have_moved_ = false;                     ///< whether obstacles were ever set
    std::optional<JoinedLines<T>> joined_lines_;  ///< of implicit lines that ranks divide
    FlowMachine<T> machine_;
    Slab slab_;
    const Communicator* ranks_;
    std::size_t plane_points_;
    std::optional<Halos<T>> halos_;  ///< on one of several ranks
    BoxTables<T> tables_;
    Box<T> box_;
    T* values_;  ///< the values of the tables, on the machine
    std::size_t points_;
    std::int64_t state_values_;
    double volume_;
    double outflow_area_;
    double speed_;
    T* velocity_[3];
    T* next_[3];
    T* rates_[3];
    T* impulse_;
    std::vector<double> weights_;  ///< of scalars, see JointBuoyancy; empty where the first has all
    T* buoyant_ = nullptr;         ///< their sum, likewise; else null
    T* scalar_ = nullptr;          ///< null if the problem has none
    T* next_scalar_ = nullptr;
    T* scalar_rates_ = nullptr;  ///< or the scalar at the begin of a step, see StageArrays
    T* viscosity_ = nullptr;     ///< null if it is the same everywhere
    T* pressure_ = nullptr;      ///< null without implicit diffusion
    T* expected_[2] = {};        ///< in the first two stages; null with three projections
    bool holds_level_ = false;   ///< whether they are level and trend, see ExpectedPressure
    T* ones_ = nullptr;          ///< one for each plane, likewise
    std::optional<ImplicitTables<T>> implicit_;
    T* exchanges_ = nullptr;      ///< of implicit_, on the machine; null with joined lines
    T* systems_ = nullptr;        ///< the tables that are eliminated there, likewise
    T* values_before_ = nullptr;  ///< what the faces give at the start of a stage
    std::vector<OutflowFace> outflows_;
    double impulse_time_ = 0.0;   ///< the time in which the pressure made the impulse
    double expected_time_ = 0.0;  ///< of the last stage if that did not project, else 0
    int expected_stage_ = 0;      ///< which one that was
    double length_ = 0.0;         ///< of the last step, as a T; 0 where no pressure is known
    double length_before_ = 0.0;  ///< of the one before
    double time_ = 0.0;           ///< at which the next step begins
    double time_step_ = 0.0;      ///< of the last step; 0 before the first one
    bool has_begun_ = false;
    bool has_stepped_ = true;  ///< since the last start()
    /// Whether next_[0] has the pressure that resume() was given, of which no step knows yet.
    bool holds_pressure_ = false;
};

extern template class Stepper<float>;
extern template class Stepper<double>;

}  // namespace tobiuo::flow
