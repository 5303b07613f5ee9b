// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/stepper.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>
#include <stdexcept>
#include <utility>

#include "runtime/ranks/messages.hpp"
#include "runtime/rounding.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/problem_words.hpp"

namespace tobiuo::flow {
namespace {

template <typename Added>
void add_to(Added& sum, const Added& more)
{
    for (std::size_t component = 0; component < sum.size(); ++component) {
        for (std::size_t which = 0; which < sum[component].size(); ++which) {
            sum[component][which] += more[component][which];
        }
    }
}

/// Throws std::invalid_argument if closed bodies push fluid out of a box that none can leave, on all
/// ranks.
void refuse_displacement(const Problem& problem, const BodyPoints& found, const Communicator* ranks)
{
    constexpr double rounding = 1.0e-9;
    std::array sums{found.displaced, found.moved};
    if (ranks != nullptr) {
        ranks::sum_over_ranks(*ranks, sums);
    }
    const auto [displaced, moved] = sums;
    if (poisson::has_null_space(projection_of(problem)) && std::abs(displaced) > rounding * moved) {
        throw std::invalid_argument{
            "the velocity of closed obstacles pushes more fluid out of the way than it leaves room "
            "for, and no face is an outflow (" +
            six_digits(displaced) +
            " in a unit of time): give velocities that turn a body or leave it in place, or an "
            "outflow"};
    }
}

}  // namespace

template <typename T>
Stepper<T>::Stepper(const Problem& problem, const Placement& placement, FlowMachine<T> machine)
    : scale_{machine.memory()},
      machine_{std::move(machine)},
      slab_{placement.slab},
      ranks_{placement.ranks},
      plane_points_{static_cast<std::size_t>(plane_points(problem))},
      tables_{problem, slab_},
      values_{machine_.upload(tables_.values())},
      points_{static_cast<std::size_t>(points(problem, slab_))},
      state_values_{3 * points(problem, slab_)},
      volume_{volume_of(problem)},
      outflow_area_{outflow_area(problem)},
      speed_{outflow_speed(problem)}
{
    outflow_pressure_.emplace(problem, placement, machine_);
    if (ranks_ != nullptr) {
        halos_.emplace(placement, plane_points_, machine_.exchange());
    }
    box_ = tables_.box(values_);
    impulse_ = allocate_planes();
    for (int axis = 0; axis < 3; ++axis) {
        velocity_[axis] = allocate_planes();
        next_[axis] = allocate_planes();
        rates_[axis] = machine_.allocate(points_);
        if (holds_upper(axis) && !hold_) {
            hold_.emplace(machine_.memory());
        }
    }
    if (problem.scalar) {
        const std::int64_t below = box_.bounded ? 2 : planes_below;
        scalar_ = allocate_planes(below);
        next_scalar_ = allocate_planes(below);
        scalar_rates_ = machine_.allocate(points_);
        state_values_ += static_cast<std::int64_t>(points_);
    }
    for (int number = 1; number < scalar_count(problem); ++number) {
        further_.emplace_back(
            with_scalar_alone(problem, number), slab_,
            [this](std::int64_t planes) { return allocate_planes(planes); }, machine_);
        state_values_ += static_cast<std::int64_t>(points_);
    }
    if (JointBuoyancy joint = joint_buoyancy(problem); !joint.is_of_first()) {
        weights_ = std::move(joint.weights);
        buoyant_ = allocate_planes();
        add_.emplace(machine_.memory());
    }
    for (int face = 0; face < face_count; ++face) {
        if (face_of(problem, face).kind == FaceKind::outflow && box_.has_face(face / 2, face % 2)) {
            add_outflow(face);
        }
    }
    if (recycled_face(problem)) {
        recycled_.emplace(problem, placement, machine_, tables_, values_);
        state_values_ += static_cast<std::int64_t>(recycled_->state_values());
    }
    if (has_sources(problem)) {
        sources_.emplace(problem, slab_, machine_.memory());
    }
    if (has_wall_laws(problem)) {
        wall_laws_.emplace(problem, machine_.memory());
    }
    if (viscosity_varies(problem)) {
        varying_.emplace(problem, slab_, machine_.memory());
        viscosity_ = allocate_planes();
    }
    if (!problem.obstacles.empty()) {
        const BodyPoints found = find_body_points(problem, slab_);
        forcing_.emplace(problem, slab_, found, machine_);
        obstacles_ = forced_ = problem.obstacles;
        if (has_closed_obstacles(problem)) {
            refuse_displacement(problem, found, halos_ ? ranks_ : nullptr);
            closing_.emplace(problem, found, *forcing_, machine_);
            machine_.prepare_near(
                problem,
                poisson::planes_of(found.surface, static_cast<std::int64_t>(plane_points_)));
            state_values_ += static_cast<std::int64_t>(points_);
        }
    }
    if (problem.projections == 1) {
        expect_.emplace(machine_.memory());
        add_.emplace(machine_.memory());
        for (T*& pressure : expected_) {
            pressure = allocate_planes();
        }
        ones_ = machine_.upload(std::vector<T>(static_cast<std::size_t>(slab_.count), T{1}));
        state_values_ += 2 * static_cast<std::int64_t>(points_) + slab_.count;
    }
    if (problem.implicit_diffusion) {
        pressure_ = allocate_planes();
        implicit_.emplace(problem, box_, slab_.first);
        if (halos_ && implicit_->axis() == 2) {
            joined_lines_.emplace(problem, placement, *implicit_, machine_);
        } else {
            exchanges_ = machine_.upload(implicit_->exchanges());
            systems_ = machine_.upload(implicit_->no_tables());
        }
        values_before_ = machine_.allocate(tables_.values().size());
        state_values_ += static_cast<std::int64_t>(points_);
    }
}

template <typename T>
T* Stepper<T>::allocate_planes(std::int64_t planes)
{
    if (!halos_) {
        return machine_.allocate(points_);
    }
    // Kernels read the slab from an address as round as that of an array.
    constexpr std::size_t round = 256 / sizeof(T);
    const std::size_t below = rounded_up(static_cast<std::size_t>(planes) * plane_points_, round);
    const std::size_t above = static_cast<std::size_t>(planes_above) * plane_points_;
    return machine_.allocate_shared(below + points_ + above) + below;
}

template <typename T>
void Stepper<T>::clear_planes(T* array, Stream stream)
{
    const bool has_more = halos_.has_value();
    const auto below = has_more ? planes_below * static_cast<std::int64_t>(plane_points_) : 0;
    const std::size_t beyond =
        has_more ? static_cast<std::size_t>(planes_below + planes_above) * plane_points_ : 0;
    machine_.clear(array - below, points_ + beyond, stream);
}

template <typename T>
void Stepper<T>::exchange_alone(Stream stream)
{
    has_begun_ = false;
    for (int number = 0; number < stages_of_step; ++number) {
        give_rows(stream);
        outflow_pressure_->exchange_alone(machine_, stream);
        if (forcing_) {
            give_planes(stream);
        }
        if (joined_lines_) {
            joined_lines_->exchange_alone(machine_, stream);
        }
        give_planes(stream);
        if (varying_ && number == 0) {
            halos_->give_planes(std::array{viscosity_}, stream);
        }
        if (expects() && number + 1 < stages_of_step) {
            continue;
        }
        machine_.projection().exchange_alone(impulse_, stream);
        give_impulse(stream);
        give_pressure(stream);
    }
}

template <typename T>
ExchangeUse Stepper<T>::take_exchange_use_and_wait() const
{
    return halos_ ? halos_->take_use_and_wait() : ExchangeUse{};
}

template <typename T>
void Stepper<T>::give_planes(Stream stream)
{
    if (halos_) {
        std::vector<T*> one{velocity_[0], velocity_[1], velocity_[2]};
        std::vector<T*> two;
        if (has_scalar()) {
            (box_.bounded ? two : one).push_back(scalar_);
        }
        for (const CarriedScalar<T>& further : further_) {
            (further.is_bounded() ? two : one).push_back(further.array());
        }
        halos_->give_planes(one, stream, two);
    }
}

template <typename T>
void Stepper<T>::give_rows(Stream stream)
{
    for (const OutflowFace& face : outflows_) {
        if (const std::size_t row = row_beyond(face); face.is_lower() && row > 0) {
            halos_->give_rows(face.projected, row, stream);
        }
    }
}

template <typename T>
void Stepper<T>::give_impulse(Stream stream)
{
    if (halos_) {
        halos_->give_impulse(impulse_, stream);
    }
}

template <typename T>
void Stepper<T>::give_pressure(Stream stream)
{
    if (halos_ && implicit_ && forcing_) {
        halos_->give_impulse(pressure_, stream);
    } else if (halos_ && implicit_) {
        halos_->give_plane_above(pressure_, stream);
    }
}

template <typename T>
void Stepper<T>::add_outflow(int face)
{
    if (!outflow_) {
        outflow_.emplace(machine_.memory());
        backflow_.emplace(machine_.memory());
    }
    OutflowFace& added = outflows_.emplace_back();
    added.face = face;
    added.points = static_cast<std::size_t>(box_.counts[faster_axis(face / 2)] *
                                            box_.counts[slower_axis(face / 2)]);
    added.rates = machine_.allocate(added.points);
    if (added.is_lower()) {
        added.here = machine_.allocate(added.points);
        added.next = machine_.allocate(added.points);
        const std::size_t row = row_beyond(added);
        added.projected = row == 0 ? machine_.allocate(added.points)
                                   : machine_.allocate_shared(added.points + 2 * row) + row;
        state_values_ += static_cast<std::int64_t>(added.points);
    }
}

template <typename T>
StageArrays<T> Stepper<T>::arrays() const
{
    StageArrays<T> arrays;
    const bool expected = expected_time_ > 0.0;
    arrays.impulse = expected ? expected_[expected_stage_] : impulse_;
    arrays.impulse_part = expected ? static_cast<T>(expected_time_) : T{1};
    arrays.scalar = buoyant_ != nullptr ? buoyant_ : scalar_;
    arrays.viscosity = viscosity_;
    for (int axis = 0; axis < 3; ++axis) {
        arrays.velocity[axis] = velocity_[axis];
        arrays.next[axis] = next_[axis];
        arrays.rates[axis] = rates_[axis];
    }
    return arrays;
}

template <typename T>
StageArrays<T> Stepper<T>::scalar_arrays() const
{
    StageArrays<T> of_scalar = arrays();
    of_scalar.scalar = scalar_;
    of_scalar.next_scalar = next_scalar_;
    of_scalar.scalar_rates = scalar_rates_;
    return of_scalar;
}

template <typename T>
std::size_t Stepper<T>::further_bytes() const
{
    std::size_t bytes = 0;
    for (const CarriedScalar<T>& further : further_) {
        bytes += further.bytes();
    }
    return bytes;
}

/// The planes of neighbours come with those of the scalars.
template <typename T>
void Stepper<T>::join_buoyancy(Stream stream)
{
    const long long below = planes_beyond(planes_below);
    bool adds = false;
    for (std::size_t number = 0; number < weights_.size(); ++number) {
        if (weights_[number] != 0.0) {
            const T* const scalar = number == 0 ? scalar_ : further_[number - 1].array();
            (*add_)({.to = buoyant_ - below,
                     .from = scalar - below,
                     .factor = static_cast<T>(weights_[number]),
                     .adds = adds},
                    2 * below + static_cast<long long>(points_), stream);
            adds = true;
        }
    }
}

template <typename T>
Outflow<T> Stepper<T>::outflow_of(const OutflowFace& face, const Stage& stage,
                                  double time_step) const
{
    return {.box = box_,
            .arrays = arrays(),
            .face = face.face,
            .speed = static_cast<T>(speed_),
            .new_part = static_cast<T>(stage.gamma * time_step),
            .old_part = static_cast<T>(stage.zeta * time_step),
            .uses_old = stage.uses_old,
            .here = face.here,
            .projected = face.projected,
            .next = face.next,
            .rates = face.rates,
            .pressure = pressure_,
            .pressure_time = static_cast<T>(stage.length() * time_step),
            .on_face = outflow_pressure_->on(face.face, box_)};
}

template <typename T>
void Stepper<T>::run(const OutflowFace& face, OutflowTask task, const Stage& stage,
                     double time_step, Stream stream) const
{
    const Outflow<T> outflow = outflow_of(face, stage, time_step);
    (*outflow_)({.outflow = outflow, .task = task}, outflow.points(), stream);
}

template <typename T>
void Stepper<T>::stop_backflow(int face, const Stage& stage, double time_step, Stream stream) const
{
    StopBackflow<T> item{.box = box_beyond(box_, true),
                         .arrays = arrays(),
                         .face = face,
                         .new_part = static_cast<T>(stage.gamma * time_step),
                         .keeps = stage.keeps};
    for (const int component : {faster_axis(face / 2), slower_axis(face / 2)}) {
        item.component = component;
        (*backflow_)(item, box_.points() / box_.counts[face / 2], stream);
    }
}

template <typename T>
Box<T> Stepper<T>::box_beyond(Box<T> box, bool projected) const
{
    for (const OutflowFace& face : outflows_) {
        if (face.is_lower()) {
            box.faces[face.face].velocity[face.face / 2].values =
                projected ? face.projected : face.here;
        }
    }
    return box;
}

/// A stage without the projection at its end.
template <typename T>
void Stepper<T>::advance(const Stage& stage, double begin, double time_step, bool observes,
                         Stream stream)
{
    join_buoyancy(stream);
    outflow_pressure_->find(box_, arrays().scalar, machine_, stream);
    for (const OutflowFace& face : outflows_) {
        if (face.is_lower()) {
            run(face, OutflowTask::advance, stage, time_step, stream);
        }
    }
    give_rows(stream);
    if (!stage.uses_old) {
        find_viscosity(begin, stream);
    }
    machine_.kernels().advance(box_beyond(box_, true), arrays(), stage, time_step, observes,
                               stream);
    if (has_scalar()) {
        machine_.kernels().advance_scalar(box_beyond(box_, true), scalar_arrays(), stage, time_step,
                                          stream);
    }
    if (sources_ && time_step > 0.0) {
        sources_->add(box_beyond(box_, true), scalar_arrays(), stage, begin, time_step, stream);
    }
    if (wall_laws_ && time_step > 0.0) {
        wall_laws_->add(box_beyond(box_, true), scalar_arrays(), stage, time_step, stream);
    }
    for (CarriedScalar<T>& further : further_) {
        further.advance(box_beyond(box_, true), arrays(), stage, begin, time_step, machine_,
                        stream);
    }
    for (const OutflowFace& face : outflows_) {
        if (!face.is_lower()) {
            run(face, OutflowTask::advance, stage, time_step, stream);
        }
        if (time_step > 0.0) {
            stop_backflow(face.face, stage, time_step, stream);
        }
    }
    std::swap(velocity_, next_);
    std::swap(scalar_, next_scalar_);
    for (OutflowFace& face : outflows_) {
        std::swap(face.here, face.next);
    }
}

template <typename T>
void Stepper<T>::find_viscosity(double begin, Stream stream)
{
    if (!varying_) {
        return;
    }
    machine_.kernels().find_viscosity({.box = box_beyond(box_, true),
                                       .arrays = arrays(),
                                       .to = viscosity_,
                                       .rules = varying_->rules(begin, scalar_, stream)},
                                      stream);
    if (halos_) {
        halos_->give_planes(std::array{viscosity_}, stream);
    }
}

template <typename T>
void Stepper<T>::eliminate(double time_step, Stream stream)
{
    if (joined_lines_) {
        joined_lines_->eliminate(time_step, machine_, stream);
    } else {
        machine_.kernels().eliminate(implicit_->elimination(time_step, exchanges_, systems_),
                                     stream);
    }
}

template <typename T>
void Stepper<T>::diffuse(int number, double time_step, const T* values_before, Stream stream)
{
    const Stage& stage = stages[number];
    const int axis = implicit_->axis();
    const T* const systems = joined_lines_ ? joined_lines_->tables() : systems_;
    const Box<T> before = box_beyond(tables_.box(values_before), true);
    const ImplicitStage<T> all{
        .box = box_beyond(box_, false),
        .before = {before.faces[2 * axis], before.faces[2 * axis + 1]},
        .axis = axis,
        .velocity = {next_[0], next_[1], next_[2]},  // advance() has exchanged them
        .impulse = impulse_,
        .scalar = next_scalar_,
        .next = {velocity_[0], velocity_[1], velocity_[2], scalar_},
        .pressure = pressure_,
        .pressure_time = static_cast<T>(stage.length() * time_step),
        .explicit_part = static_cast<T>(stage.alpha / stage.beta),
        .along = implicit_->system(number, LineKind::along, systems),
        .across = implicit_->system(number, LineKind::across, systems),
        .scalar_system = implicit_->system(number, LineKind::scalar, systems)};
    if (joined_lines_) {
        joined_lines_->solve(all, number, machine_, stream);
    } else {
        machine_.kernels().solve_implicit(all, stream);
    }
}

template <typename T>
void Stepper<T>::force(const Stage& stage, double time_step, Stream stream)
{
    if (closing_ && time_step > 0.0) {
        closing_->add_shear(closing_arrays(), stage, stream);
    }
    if (forcing_) {
        give_planes(stream);
        forcing_->apply({.box = box_,
                         .values = {velocity_[0], velocity_[1], velocity_[2], scalar_},
                         .pressure = time_step > 0.0 ? pressure_ : nullptr,
                         .pressure_time = static_cast<T>(stage.length() * time_step),
                         .scalar_stays = 1.0 - scalar_stage(box_, stage).begin},
                        !stage.uses_old, stream);
        for (const CarriedScalar<T>& further : further_) {
            further.force(box_, stream);
        }
    }
}

template <typename T>
typename Closing<T>::Arrays Stepper<T>::closing_arrays() const
{
    return {.box = box_,
            .values = {velocity_[0], velocity_[1], velocity_[2], scalar_},
            .impulse = impulse_};
}

template <typename T>
void Stepper<T>::project(const Stage& stage, double time_step, Stream stream)
{
    if (!closing_) {
        find_impulse(stream);
        return;
    }
    give_planes(stream);
    closing_->project_and_wait(
        closing_arrays(), stage.length() * time_step, !stage.uses_old,
        {.load =
             [&](T* array) {
                 machine_.kernels().find_divergence(box_beyond(box_, false),
                                                    {velocity_[0], velocity_[1], velocity_[2]},
                                                    array, stream);
             },
         .solve =
             [&](T* array) {
                 machine_.projection().solve(array, stream);
                 give_impulse(stream);
             },
         .solve_near =
             [&](T* array) {
                 machine_.solve_near(array, stream);
                 give_impulse(stream);
             },
         .clear = [&](T* array) { machine_.clear_near(array, points_, stream); },
         .ranks = halos_ ? ranks_ : nullptr},
        stream);
    give_planes(stream);
}

template <typename T>
void Stepper<T>::raise_pressure(const Stage& stage, double time_step, Stream stream)
{
    machine_.kernels().raise_pressure(
        {.box = box_,
         .axis = implicit_->axis(),
         .impulse = impulse_,
         .pressure = pressure_,
         .per_time = static_cast<T>(1.0 / (stage.length() * time_step)),
         .friction = static_cast<T>(stage.beta * time_step) * box_.viscosity},
        stream);
}

template <typename T>
ExpectedPressure<T> Stepper<T>::level_and_trend() const
{
    const double distance = length_before_ > 0.0 ? 0.5 * (length_ + length_before_) : length_;
    return {.impulse = holds_level_ ? nullptr : impulse_,
            .first = expected_[0],
            .second = expected_[1],
            .length = static_cast<T>(length_),
            .distance = static_cast<T>(distance),
            .tells = true};
}

/// The planes of neighbours come with those of the impulse: what is made of them needs no exchange.
template <typename T>
void Stepper<T>::expect(double time_step, Stream stream)
{
    const auto below = planes_beyond(planes_below);
    ExpectedPressure<T> all = level_and_trend();
    if (all.impulse != nullptr) {
        all.impulse -= below;
    }
    all.first = all.to_first = expected_[0] - below;
    all.second = all.to_second = expected_[1] - below;
    all.ahead[0] = static_cast<T>(first_ahead * time_step);
    all.ahead[1] = static_cast<T>(second_ahead * time_step);
    all.tells = false;
    (*expect_)(all, below + static_cast<long long>(points_) + planes_beyond(planes_above), stream);
    holds_level_ = false;
}

template <typename T>
void Stepper<T>::end_unprojected(int number, double time_step, Stream stream)
{
    if (number == 0) {
        expect(time_step, stream);
    }
    expected_time_ = stages[number].length() * time_step;
    expected_stage_ = number;
    give_planes(stream);
}

template <typename T>
void Stepper<T>::note_pressure(int number, double time_step, Stream stream)
{
    const auto below = planes_beyond(planes_below);
    const auto all = below + static_cast<long long>(points_) + planes_beyond(planes_above);
    (*add_)({.to = expected_[0] - below,
             .from = impulse_ - below,
             .factor = static_cast<T>(1.0 / (expecting_part * time_step)),
             .adds = number > 0},
            all, stream);
    scale_({.to = expected_[1] - below, .from = expected_[0] - below, .factor = T{1}}, all, stream);
    holds_level_ = false;
}

template <typename T>
void Stepper<T>::find_impulse(Stream stream)
{
    give_planes(stream);
    machine_.find_impulse(box_beyond(box_, false), {velocity_[0], velocity_[1], velocity_[2]},
                          impulse_, stream);
    give_impulse(stream);
}

/// A stage that takes no time leaves the velocity before it, and tells its measures.
template <typename T>
void Stepper<T>::observe(Stream stream)
{
    advance(stages[0], time_, 0.0, true, stream);
    clear_planes(impulse_, stream);
    give_planes(stream);
    impulse_time_ = 0.0;
    has_begun_ = true;
}

template <typename T>
void Stepper<T>::hold_upper_faces(Stream stream)
{
    for (int axis = 0; axis < 3; ++axis) {
        if (holds_upper(axis)) {
            const HeldFace<T> face{.box = box_,
                                   .axis = axis,
                                   .values = tables_.upper_velocity(axis, values_),
                                   .velocity = velocity_[axis]};
            (*hold_)(face, face.points(), stream);
        }
    }
}

/// The pressure solves Laplace's equation with its values on outflow faces: the velocity that they
/// push through these has the divergence of a projection, in a box in which nothing else moves.
template <typename T>
void Stepper<T>::find_first_pressure(Stream stream)
{
    clear_planes(pressure_, stream);
    if (!outflow_pressure_->acts(box_)) {
        return;
    }
    outflow_pressure_->find(box_, scalar_, machine_, stream);
    for (T* const component : next_) {
        clear_planes(component, stream);
    }
    Box<T> box = box_;
    for (int axis = 0; axis < 3; ++axis) {
        box.faces[2 * axis].velocity[axis] = {};
    }
    for (const OutflowFace& face : outflows_) {
        run(face, OutflowTask::push, stages[0], 0.0, stream);
        if (face.is_lower()) {
            box.faces[face.face].velocity[face.face / 2].values = face.next;
        }
    }
    machine_.find_impulse(box, {next_[0], next_[1], next_[2]}, pressure_, stream);
    give_pressure(stream);
}

template <typename T>
void Stepper<T>::forget_pressure(Stream stream)
{
    expected_time_ = length_ = length_before_ = 0.0;
    holds_level_ = true;
    for (T* const pressure : expected_) {
        if (pressure != nullptr) {
            clear_planes(pressure, stream);
        }
    }
}

/// The length of the last step comes by an array of this object, for the state may be anywhere.
template <typename T>
void Stepper<T>::recall_trend(const T* state, Stream stream)
{
    machine_.copy(expected_[1], state, points_, stream);
    state += points_;
    T length{};
    machine_.copy(rates_[0], state, 1, stream);
    machine_.memory().read_and_wait(std::as_writable_bytes(std::span{&length, 1}), rates_[0],
                                    stream);
    length_ = static_cast<double>(length);
    if (halos_) {
        for (T* const pressure : expected_) {
            halos_->give_impulse(pressure, stream);
        }
    }
}

template <typename T>
void Stepper<T>::start(const T* const (&velocity)[3], Stream stream)
{
    for (int axis = 0; axis < 3; ++axis) {
        machine_.copy(velocity_[axis], velocity[axis], points_, stream);
    }
    holds_pressure_ = false;
    forget_pressure(stream);
    note_obstacles();
    if (recycled_) {
        recycled_->clear(machine_, stream);
        recycled_->give(box_, tables_, values_, stream);
    }
    hold_upper_faces(stream);
    for (OutflowFace& face : outflows_) {
        if (face.is_lower()) {
            run(face, OutflowTask::begin, stages[0], 0.0, stream);
            std::swap(face.here, face.next);
        }
    }
    force(stages[0], 0.0, stream);
    project(stages[0], 0.0, stream);
    observe(stream);
    if (closing_) {
        closing_->begin_with_nothing(stream);
    }
    time_step_ = 0.0;
    if (implicit_) {
        find_first_pressure(stream);
    }
    has_stepped_ = false;
}

template <typename T>
void Stepper<T>::resume(const T* state, Stream stream)
{
    has_stepped_ = true;
    forget_pressure(stream);
    note_obstacles();
    around_bodies_.clear();  // they may be anywhere next
    for (T* const component : velocity_) {
        machine_.copy(component, state, points_, stream);
        state += points_;
    }
    for (const OutflowFace& face : outflows_) {
        if (face.is_lower()) {
            machine_.copy(face.here, state, face.points, stream);
            state += face.points;
        }
    }
    if (implicit_) {
        machine_.copy(pressure_, state, points_, stream);
        give_pressure(stream);
        state += points_;
    }
    const T* const pressure_before = state;
    if (closing_) {
        machine_.copy(impulse_, state, points_, stream);
        give_impulse(stream);
        closing_->begin_with(impulse_, stream);
        state += points_;
    }
    if (expects()) {
        machine_.copy(expected_[0], state, points_, stream);
        state += points_;
    }
    for (int number = 0; number < scalars(); ++number) {
        set_scalar(state, stream, number);
        state += points_;
    }
    if (expects()) {
        recall_trend(state, stream);
        state += points_ + static_cast<std::size_t>(slab_.count);
    }
    if (recycled_) {
        recycled_->read(state, halos(), machine_, stream);
        recycled_->give(box_, tables_, values_, stream);
    }
    clear_planes(impulse_, stream);
    give_planes(stream);
    observe(stream);
    time_step_ = 0.0;
    if (closing_) {
        machine_.copy(next_[0], pressure_before, points_, stream);
        holds_pressure_ = true;
    }
}

template <typename T>
void Stepper<T>::set_force(const std::array<double, 3>& force)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        box_.force[axis] = tables_.force_with_buoyancy(static_cast<int>(axis), force.at(axis));
    }
}

/// A graph would copy the values of faces from where other ones are by the time that it runs.
template <typename T>
void Stepper<T>::refuse_capture(Stream stream, const std::string& what) const
{
    if (machine_.kernels().is_captured(stream)) {
        throw std::logic_error{
            what +
            " were given on a stream that is being captured (a graph would read them from host "
            "memory that changes with the next ones): give them outside the capture, and capture "
            "steps in which they do not change"};
    }
}

template <typename T>
void Stepper<T>::set_obstacles(const Problem& problem, Stream stream)
{
    refuse_capture(stream, "obstacles");
    if (!forcing_) {
        return;
    }
    const Placement placement{.ranks = halos_ ? ranks_ : nullptr, .slab = slab_};
    const BodyPoints found = find_moved_points(problem, placement, around_bodies_);
    std::vector<BodyMotion> motion = motion_of_bodies(problem, forced_, placement, found);
    if (!forces_) {
        forces_ = obstacle_forces_and_wait(stream);
    }
    forcing_->take_and_wait(found, machine_, stream);
    int number = 0;
    for (CarriedScalar<T>& further : further_) {
        further.set_obstacles_and_wait(with_scalar_alone(problem, ++number), machine_, stream);
    }
    around_bodies_ = found.around;
    next_motion_ = std::move(motion);
    obstacles_ = problem.obstacles;
    have_moved_ = true;
    obstacle_rate_ = 0.0;
    for (const BodyMotion& one : next_motion_) {
        obstacle_rate_ = std::max(obstacle_rate_, one.largest_rate);
    }
    if (placement.ranks != nullptr) {
        obstacle_rate_ = std::ranges::max(ranks::gathered(*placement.ranks, obstacle_rate_));
    }
}

template <typename T>
void Stepper<T>::note_obstacles()
{
    if (!have_moved_) {
        return;
    }
    forces_.reset();
    motion_ = std::exchange(next_motion_, {});
    forced_ = obstacles_;
}

template <typename T>
void Stepper<T>::set_faces(const Problem& problem, Stream stream)
{
    refuse_capture(stream, "values of faces");
    tables_ = BoxTables<T>{problem, slab_};
    speed_ = outflow_speed(problem);
    machine_.copy(values_, tables_.values().data(), tables_.values().size(), stream);
    int number = 0;
    for (CarriedScalar<T>& further : further_) {
        further.set_faces(with_scalar_alone(problem, ++number), machine_, stream);
    }
    note_given(stream);
}

template <typename T>
void Stepper<T>::set_numbers(const Problem& problem, Stream stream)
{
    set_faces(problem, stream);
    box_ = tables_.box(values_);
    machine_.kernels().renew_divergence_data();
}

template <typename T>
void Stepper<T>::note_given(Stream stream)
{
    if (recycled_) {
        recycled_->note_given(machine_, values_, stream);
        recycled_->give(box_, tables_, values_, stream);
    }
}

template <typename T>
void Stepper<T>::set_faces(const FaceArrays& arrays, Stream stream)
{
    refuse_capture(stream, "values of faces");
    PutProfiles<T> put{};
    long long count = 0;
    int profiles = 0;
    for (int face = 0; face < face_count; ++face) {
        const auto at = static_cast<std::size_t>(face);
        for (int component = 0; component < values_of_face; ++component) {
            const bool is_scalar = component == BoxTables<T>::scalar_profile;
            const double* const from =
                is_scalar ? arrays.scalar.at(at)
                          : arrays.velocity.at(at).at(static_cast<std::size_t>(component));
            if (from != nullptr) {
                const auto& profile = tables_.profile(face, component).value();
                put.profiles[profiles++] = {.from = from,
                                            .to = values_ + profile.first,
                                            .factor = profile.factor,
                                            .count = static_cast<long long>(profile.count),
                                            .beyond = static_cast<long long>(profile.beyond),
                                            .goes_round = tables_.goes_round()};
                count += put.profiles[profiles - 1].all();
            }
        }
    }
    if (!put_) {
        put_.emplace(machine_.memory());
    }
    if (recycled_) {
        recycled_->take_off(machine_, values_, stream);
    }
    (*put_)(put, count, stream);
    note_given(stream);
    for (std::size_t number = 0; number < arrays.further.size(); ++number) {
        put_scalar(further_.at(number), arrays.further[number], stream);
    }
    speed_ = outflow_area_ > 0.0 ? std::max(arrays.entering, 0.0) / outflow_area_ : 0.0;
}

template <typename T>
void Stepper<T>::put_scalar(const CarriedScalar<T>& further,
                            const std::array<const double*, 6>& arrays, Stream stream) const
{
    PutProfiles<T> put{};
    long long count = 0;
    int profiles = 0;
    for (int face = 0; face < face_count; ++face) {
        if (const double* const from = arrays.at(static_cast<std::size_t>(face))) {
            const auto profile = further.profile(face).value();
            put.profiles[profiles++] = {.from = from,
                                        .to = further.values() + profile.first,
                                        .factor = profile.factor,
                                        .count = static_cast<long long>(profile.count),
                                        .beyond = static_cast<long long>(profile.beyond),
                                        .goes_round = tables_.goes_round()};
            count += put.profiles[profiles - 1].all();
        }
    }
    (*put_)(put, count, stream);
}

template <typename T>
void Stepper<T>::step(double time_step, Stream stream)
{
    has_stepped_ = true;
    if (closing_) {
        if (machine_.kernels().is_captured(stream)) {
            throw std::logic_error{
                "a step with closed obstacles was asked for on a stream that is being captured (it "
                "waits to see whether they let something through): take such steps outside a "
                "capture"};
        }
        enqueue_step(time_step, nullptr, stream);
        return;
    }
    const bool sources_change =
        (sources_ && sources_->change()) || (varying_ && varying_->changes()) ||
        std::ranges::any_of(further_, [](const auto& further) { return further.changes(); });
    if (sources_change && machine_.kernels().is_captured(stream)) {
        throw std::logic_error{
            "a step with sources that change with time was asked for on a stream that is being "
            "captured (a graph would keep their time): take such steps outside a capture"};
    }
    const bool copies = recycled_ && (implicit_ || halos_);  // which graphs do not
    if (have_moved_ || sources_change || copies || (expects() && begins_anew(time_step))) {
        note_obstacles();  // the step has other points, another time or more projections
        enqueue_step(time_step, nullptr, stream);
        return;
    }
    // The stages are an odd number: every other step has the arrays exchanged.
    machine_.kernels().run_again(
        velocity_[0], [&] { enqueue_step(time_step, nullptr, stream); }, stream);
}

template <typename T>
template <typename Faces>
void Stepper<T>::step(double time_step, const std::array<Faces, 3>& ends, Stream stream)
{
    refuse_capture(stream, "values of faces");
    has_stepped_ = true;
    note_obstacles();
    enqueue_step(
        time_step,
        [&](int number) { set_faces(ends.at(static_cast<std::size_t>(number)), stream); }, stream);
}

template <typename T>
void Stepper<T>::step_by_stages(double time_step, const std::function<void(int)>& before_stage,
                                Stream stream)
{
    has_stepped_ = true;
    note_obstacles();
    enqueue_step(time_step, nullptr, stream, before_stage);
}

/// The rates of a stage have the faces at its start, the velocity that it leaves has those at its
/// end.
template <typename T>
void Stepper<T>::enqueue_step(double time_step, const std::function<void(int)>& end_stage,
                              Stream stream, const std::function<void(int)>& before_stage)
{
    time_step_ = time_step;
    holds_pressure_ = false;
    if (implicit_) {
        eliminate(time_step, stream);
    }
    const bool anew = begins_anew(time_step);
    if (recycled_) {
        recycled_->find(box_beyond(box_, true), arrays(), halos(), machine_, stream);
    }
    double begin = time_;
    for (int number = 0; number < stages_of_step; ++number) {
        const Stage& stage = stages[number];
        if (before_stage) {
            before_stage(number);
        }
        if (closing_) {
            closing_->find_shear(closing_arrays(), stage, time_step, stream);
        }
        advance(stage, begin, time_step, !stage.uses_old, stream);
        begin += stage.length() * time_step;
        const T* values_before = values_;
        const bool recycles = recycled_ && number == 0;
        if (end_stage || recycles) {
            if (implicit_) {
                machine_.copy(values_before_, values_, tables_.values().size(), stream);
                values_before = values_before_;
            }
            if (end_stage) {
                end_stage(number);  // and gives fluctuations, too
            } else {
                recycled_->give(box_, tables_, values_, stream);
            }
            hold_upper_faces(stream);
        }
        if (implicit_) {
            diffuse(number, time_step, values_before, stream);
        }
        force(stage, time_step, stream);
        const bool is_last = number + 1 == stages_of_step;
        if (expects() && !anew && !is_last) {
            end_unprojected(number, time_step, stream);
            continue;
        }
        project(stage, time_step, stream);
        expected_time_ = 0.0;
        if (expects() && !is_last) {
            note_pressure(number, time_step, stream);
        }
        impulse_time_ = stage.length() * time_step;
        if (implicit_) {
            raise_pressure(stage, time_step, stream);
            give_pressure(stream);
        }
    }
    time_ += time_step;
    length_before_ = std::exchange(length_, static_cast<double>(static_cast<T>(time_step)));
}

template <typename T>
Observed Stepper<T>::observed_and_wait() const
{
    Measures found = machine_.kernels().measures_and_wait();
    if (halos_) {
        halos_->check_arrival();
        const std::vector<Measures> all = ranks::gathered(*ranks_, found);
        found = {};
        for (const Measures& one : all) {
            found.add(one);
        }
    }
    return {.mean_velocity = {found.velocity[0] / volume_, found.velocity[1] / volume_,
                              found.velocity[2] / volume_},
            .kinetic_energy = 0.5 * found.square / volume_,
            .largest_rate = found.rate,
            .largest_divergence = found.divergence,
            .largest_friction = found.friction};
}

template <typename T>
std::vector<typename Forcing<T>::Added> Stepper<T>::of_all_ranks(
    std::vector<typename Forcing<T>::Added> mine) const
{
    if (halos_) {
        using Added = typename Forcing<T>::Added;
        const std::vector<Added> all = ranks::gathered(*ranks_, std::span<const Added>{mine});
        mine.assign(all.begin(), all.begin() + std::ssize(mine));  // of the first rank
        for (std::size_t at = mine.size(); at < all.size(); ++at) {
            add_to(mine[at % mine.size()], all[at]);
        }
    }
    return mine;
}

/// Forces are what obstacles lose: of components times lengths, x cross f has those of other axes.
template <typename T>
std::vector<ObstacleForce> Stepper<T>::obstacle_forces_and_wait(Stream stream) const
{
    if (!forcing_) {
        return {};
    }
    if (forces_) {
        return *forces_;
    }
    auto mine = forcing_->added_and_wait(machine_, stream);
    for (std::size_t body = 0; body < motion_.size(); ++body) {
        for (std::size_t quantity = 0; quantity < quantities; ++quantity) {
            for (std::size_t which = 0; which < mine[body][quantity].size(); ++which) {
                mine[body][quantity][which] -=
                    motion_[body].step.at(quantity).at(which) +
                    time_step_ * motion_[body].rate.at(quantity).at(which);
            }
        }
    }
    const auto added = of_all_ranks(std::move(mine));
    std::vector<typename Forcing<T>::Added> pressed(added.size());
    if (closing_) {
        pressed = of_all_ranks(forcing_->summed_and_wait(closing_->pressed(), machine_, stream));
    }
    std::vector<ObstacleForce> forces;
    for (std::size_t number = 0; number < added.size(); ++number) {
        const auto& one = added[number];
        ObstacleForce& of = forces.emplace_back();
        if (time_step_ == 0.0) {
            continue;
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t next = (axis + 1) % 3;
            const std::size_t last = (axis + 2) % 3;
            of.force.at(axis) = -one.at(axis)[0] / time_step_;
            of.pressure.at(axis) = -pressed[number].at(axis)[0] / time_step_;
            of.torque.at(axis) =
                -(one.at(last).at(1 + next) - one.at(next).at(1 + last)) / time_step_;
        }
        of.scalar = one.at(scalar_quantity)[0] / time_step_;
    }
    return forces;
}

template <typename T>
void Stepper<T>::set_scalar(const T* values, Stream stream, int number)
{
    T* const array =
        number == 0 ? scalar_ : further_.at(static_cast<std::size_t>(number) - 1).array();
    machine_.copy(array, values, points_, stream);
    if (has_begun_) {
        give_planes(stream);
    }
    if (has_begun_ && forcing_) {
        if (number == 0) {
            forcing_->apply_to_scalar({.box = box_, .values = {nullptr, nullptr, nullptr, scalar_}},
                                      stream);
        } else {
            further_[static_cast<std::size_t>(number) - 1].force(box_, stream);
        }
        give_planes(stream);
    }
    if (implicit_ && !has_stepped_) {
        find_first_pressure(stream);
    }
}

template <typename T>
void Stepper<T>::scalar(T* out, Stream stream, int number) const
{
    const T* const array =
        number == 0 ? scalar_ : further_.at(static_cast<std::size_t>(number) - 1).array();
    machine_.copy(out, array, points_, stream);
}

template <typename T>
void Stepper<T>::velocity(T* const (&out)[3], Stream stream) const
{
    machine_.kernels().project(box_, {velocity_[0], velocity_[1], velocity_[2]}, impulse_, out,
                               stream);
}

template <typename T>
void Stepper<T>::pressure(T* out, Stream stream) const
{
    if (implicit_) {
        machine_.copy(out, pressure_, points_, stream);
        return;
    }
    if (expects()) {
        ExpectedPressure<T> all = level_and_trend();
        all.to_first = out;
        (*expect_)(all, static_cast<long long>(points_), stream);
        return;
    }
    const double factor = impulse_time_ > 0.0 ? 1.0 / impulse_time_ : 0.0;
    scale_({.to = out, .from = impulse_, .factor = static_cast<T>(factor)},
           static_cast<long long>(points_), stream);
}

template <typename T>
void Stepper<T>::state(T* out, Stream stream) const
{
    velocity({out, out + points_, out + 2 * points_}, stream);
    out += 3 * points_;
    for (OutflowFace face : outflows_) {
        if (face.is_lower()) {
            face.projected = out;
            run(face, OutflowTask::project, stages[0], 0.0, stream);
            out += face.points;
        }
    }
    if (implicit_) {
        machine_.copy(out, pressure_, points_, stream);
        out += points_;
    }
    if (closing_) {
        if (holds_pressure_) {
            machine_.copy(out, next_[0], points_, stream);
        } else {
            pressure(out, stream);
            closing_->restore(out, stream);
        }
        out += points_;
    }
    ExpectedPressure<T> pressures = expects() ? level_and_trend() : ExpectedPressure<T>{};
    if (expects()) {
        pressures.to_first = out;
        out += points_;
    }
    for (int number = 0; number < scalars(); ++number) {
        scalar(out, stream, number);
        out += points_;
    }
    if (expects()) {
        pressures.to_second = out;
        (*expect_)(pressures, static_cast<long long>(points_), stream);
        scale_({.to = out + points_, .from = ones_, .factor = static_cast<T>(length_)},
               static_cast<long long>(slab_.count), stream);
        out += points_ + static_cast<std::size_t>(slab_.count);
    }
    if (recycled_) {
        recycled_->write(out, machine_, stream);
    }
}

template class Stepper<float>;
template class Stepper<double>;
template void Stepper<float>::step(double, const std::array<Problem, 3>&, Stream);
template void Stepper<double>::step(double, const std::array<Problem, 3>&, Stream);
template void Stepper<float>::step(double, const std::array<FaceArrays, 3>&, Stream);
template void Stepper<double>::step(double, const std::array<FaceArrays, 3>&, Stream);

}  // namespace tobiuo::flow
