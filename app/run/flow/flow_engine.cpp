// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/flow_engine.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "app/run/flow/flow_input.hpp"
#include "app/run/flow/flow_obstacles.hpp"
#include "app/run/flow/output/flow_errors.hpp"
#include "runtime/ranks/messages.hpp"
#include "runtime/seconds_since.hpp"
#include "solvers/flow/field_means.hpp"
#include "solvers/flow/layer_means.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/slab.hpp"
#include "solvers/flow/spectra.hpp"
#include "solvers/flow/state_observer.hpp"
#include "solvers/flow/value_count.hpp"

namespace tobiuo {

using Task = FlowOrder::Task;

namespace {

template <typename Real>
std::vector<std::span<const Real>> spans_of(const std::vector<std::vector<Real>>& arrays)
{
    return {arrays.begin(), arrays.end()};
}

}  // namespace

template <typename Real>
FlowEngine<Real>::FlowEngine(const flow::Problem& problem, Backend backend,
                             std::unique_ptr<const runtime::Machine> machine, const World* world)
    : machine_{std::move(machine)},
      world_{world},
      stream_{machine_->make_stream()},
      observer_{std::make_unique<flow::StateObserver<Real>>(
          problem,
          world_ != nullptr ? flow::on_rank(problem, world_->ranks()) : flow::whole(problem),
          *machine_)},
      solver_{world_ != nullptr ? flow::Solver{problem, world_->ranks(), {.backend = backend}}
                                : flow::Solver{problem, {.backend = backend}}}
{
    if (world_ != nullptr) {
        pieces_.emplace(problem, world_->ranks());
        own_.resize(pieces_->own_state_values());
    }
    if (!machine_->is_host()) {
        state_ =
            machine_->allocate(static_cast<std::size_t>(solver_.state_values()) * sizeof(Real));
    }
}

template <typename Real>
FlowEngine<Real>::~FlowEngine() = default;

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
void FlowEngine<Real>::tell(const FlowOrder& order) const
{
    if (world_ != nullptr && world_->is_first()) {
        static_cast<void>(ranks::from_first(world_->ranks(), order));
    }
}

template <typename Real>
FlowOrder FlowEngine<Real>::next_order() const
{
    return ranks::from_first(world_->ranks(), FlowOrder{});
}

template <typename Real>
void FlowEngine<Real>::follow(const FlowOrder& order)
{
    const auto mine = [&] { return flow::face_values(solver_.problem()); };
    const FlowArrays<Real> none{.problem = solver_.problem()};
    std::vector<Real> no_values;
    RanksReport of_first;
    switch (order.task) {
        case Task::begin_given:
            static_cast<void>(begin(FlowStart{}));
            break;
        case Task::resume:
            static_cast<void>(resume(Checkpoint{}));
            break;
        case Task::set_force:
            set_force(order.force);
            break;
        case Task::set_time:
            set_time(order.time);
            break;
        case Task::set_faces:
            set_faces(mine());
            break;
        case Task::step:
            step(order.time);
            break;
        case Task::step_through:
            step(order.time, {mine(), mine(), mine()});
            break;
        case Task::observe:
            static_cast<void>(observed_and_wait());
            break;
        case Task::observe_end:
            static_cast<void>(observed_at_end_and_wait());
            break;
        case Task::obstacle_forces:
            static_cast<void>(obstacle_forces_and_wait());
            break;
        case Task::find_not_finite:
            static_cast<void>(first_not_finite_and_wait());
            break;
        case Task::keep_state:
            keep_state();
            break;
        case Task::change:
            static_cast<void>(change_and_wait(none));
            break;
        case Task::gradients:
            static_cast<void>(gradients_and_wait(none.problem));
            break;
        case Task::layer_means:
            static_cast<void>(layer_means_and_wait(none.problem, order.axis));
            break;
        case Task::begin_means:
            begin_means(order.form);
            break;
        case Task::resume_means:
            resume_means(Checkpoint{});
            break;
        case Task::add_to_means:
            add_to_means_and_wait(none, order.number);
            break;
        case Task::means_of_layer:
            mean_layer_and_wait(order.axis, order.number, {});
            break;
        case Task::spectra:
            static_cast<void>(spectra_and_wait(
                none, order.axis,
                order.across < 0 ? std::nullopt
                                 : std::optional{flow::LayerOfCells{.across = order.across,
                                                                    .index = order.number}}));
            break;
        case Task::cells:
            cells_and_wait(order.cells, order.fields, none, no_values);
            break;
        case Task::points:
            static_cast<void>(points_and_wait(
                std::vector<std::array<double, 3>>(static_cast<std::size_t>(order.number)), none));
            break;
        case Task::put_uses:
            put_uses(of_first);
            break;
        default:
            throw std::logic_error{"an order that is not one of an engine"};
    }
}

template <typename Real>
void FlowEngine<Real>::put_uses(RanksReport& report)
{
    if (world_ != nullptr) {
        tell({.task = Task::put_uses});
        tobiuo::put_uses(report, world_,
                         {.seconds = seconds_, .exchange = solver_.take_exchange_use_and_wait()});
    }
}

template <typename Real>
void FlowEngine<Real>::end(ExitCode code)
{
    tell({.task = Task::end, .code = code});
}

template <typename Real>
std::vector<Real> FlowEngine<Real>::own_planes(const std::vector<double>& of_first) const
{
    const std::vector<Real> whole{of_first.begin(), of_first.end()};
    if (!pieces_) {
        return whole;
    }
    std::vector<Real> own(pieces_->own_points());
    pieces_->scatter_planes(whole, own);
    return own;
}

template <typename Real>
double FlowEngine<Real>::largest_difference_of_all(
    const std::vector<std::span<const Real>>& scalars) const
{
    std::vector<double> differences = largest_differences<Real>(solver_.problem(), scalars);
    for (double& one : differences) {
        one = world_ == nullptr ? one : std::ranges::max(ranks::gathered(world_->ranks(), one));
    }
    return joint_difference(solver_.problem(), differences);
}

template <typename Real>
double FlowEngine<Real>::begin(const FlowCase& flow)
{
    tell({.task = Task::begin});
    const flow::Problem& problem = solver_.problem();
    std::array<std::vector<Real>, 3> velocity;
    std::vector<std::vector<Real>> scalars;
    // Rank 0 reads a file for all.
    FlowStart of_file;
    const auto fill = [&] {
        if (!starts_from_files(flow)) {
            velocity = initial_velocity<Real>(flow, problem, solver_.planes());
            scalars = initial_scalars<Real>(flow, problem, solver_.planes());
        } else if (world_ == nullptr || world_->is_first()) {
            of_file = start_of_files(flow, problem);
        }
    };
    world_ == nullptr ? fill() : world_->together(fill);
    if (starts_from_files(flow)) {
        return begin_with(of_file);
    }
    start(velocity, scalars);
    return largest_difference_of_all(spans_of(scalars));
}

template <typename Real>
double FlowEngine<Real>::begin(const FlowStart& of_first)
{
    tell({.task = Task::begin_given});
    return begin_with(of_first);
}

template <typename Real>
double FlowEngine<Real>::begin_with(const FlowStart& of_first)
{
    const std::array<std::vector<Real>, 3> velocity{own_planes(of_first.velocity[0]),
                                                    own_planes(of_first.velocity[1]),
                                                    own_planes(of_first.velocity[2])};
    std::vector<std::vector<Real>> scalars;
    for (int number = 0; number < flow::scalar_count(solver_.problem()); ++number) {
        const auto at = static_cast<std::size_t>(number);
        scalars.push_back(own_planes(at < of_first.scalars.size() ? of_first.scalars[at]
                                                                  : std::vector<double>{}));
    }
    start(velocity, scalars);
    return largest_difference_of_all(spans_of(scalars));
}

template <typename Real>
void FlowEngine<Real>::start(const std::array<std::vector<Real>, 3>& velocity,
                             const std::vector<std::vector<Real>>& scalars)
{
    expire();
    machine_->select();
    // The scalars first: a viscosity that follows from one is found when the flow starts.
    for (std::size_t number = 0; number < scalars.size(); ++number) {
        solver_.set_scalar(given(scalars[number], state_.as<Real>()), stream_.get(),
                           static_cast<int>(number));
        machine_->wait(stream_.get());  // what was given is read
    }
    std::array<const Real*, 3> components{};
    Real* to = state_.as<Real>();
    for (std::size_t axis = 0; axis < components.size(); ++axis) {
        components[axis] = given(velocity[axis], to);
        to += machine_->is_host() ? 0 : velocity[axis].size();
    }
    solver_.start(components[0], components[1], components[2], stream_.get());
    machine_->wait(stream_.get());
    if (world_ != nullptr) {
        static_cast<void>(solver_.take_exchange_use_and_wait());
    }
}

template <typename Real>
void FlowEngine<Real>::resume(std::span<const Real> state)
{
    expire();
    machine_->select();
    solver_.resume(given(state, state_.as<Real>()), stream_.get());
    machine_->wait(stream_.get());
}

/// The checkpoint that rank 0 gives, as far as its state is read.
template <typename Real>
Checkpoint FlowEngine<Real>::checkpoint_of_first(const Checkpoint& checkpoint) const
{
    return {.path = world_->from_first(checkpoint.path.empty()
                                           ? std::string{}
                                           : std::filesystem::absolute(checkpoint.path).string()),
            .state_at = ranks::from_first(world_->ranks(), checkpoint.state_at),
            .state_bytes = ranks::from_first(world_->ranks(), checkpoint.state_bytes)};
}

template <typename Real>
double FlowEngine<Real>::resume(const Checkpoint& checkpoint)
{
    tell({.task = Task::resume});
    const Checkpoint of_all = checkpoint_of_first(checkpoint);
    world_->together([&] {
        for (const StatePart& part : pieces_->own_state_parts()) {
            read_state(of_all, part.in_whole * sizeof(Real),
                       std::as_writable_bytes(std::span{own_}.subspan(part.in_own, part.count)));
        }
    });
    const std::span<const Real> state{own_};
    resume(state);
    const flow::Problem& problem = solver_.problem();
    std::vector<std::span<const Real>> scalars;
    for (int number = 0; number < flow::scalar_count(problem); ++number) {
        scalars.push_back(flow::scalar_of_state(problem, state, solver_.planes().count, number));
    }
    return largest_difference_of_all(scalars);
}

template <typename Real>
void FlowEngine<Real>::set_force(const std::array<double, 3>& force)
{
    tell({.task = Task::set_force, .force = force});
    solver_.set_force(force);
}

template <typename Real>
void FlowEngine<Real>::set_time(double time)
{
    tell({.task = Task::set_time, .time = time});
    solver_.set_time(time);
}

template <typename Real>
flow::FaceValues FlowEngine<Real>::faces_of_first(const flow::FaceValues& mine) const
{
    std::vector<double> profiles = profiles_of(mine);
    ranks::take_from_first(world_->ranks(), std::span{profiles});
    return with_profiles(mine, profiles);
}

template <typename Real>
void FlowEngine<Real>::set_faces(const flow::FaceValues& values)
{
    tell({.task = Task::set_faces});
    machine_->select();
    solver_.set_faces(world_ != nullptr ? faces_of_first(values) : values, stream_.get());
    faces_are_old_ = true;
}

template <typename Real>
void FlowEngine<Real>::set_obstacles(const std::vector<flow::Obstacle>& obstacles, double time)
{
    tell({.task = Task::move_obstacles, .time = time});
    machine_->select();
    const auto set = [&] {
        try {
            solver_.set_obstacles(obstacles, stream_.get());
        } catch (const InputError& error) {
            throw error.after(at_time_text(time));
        }
    };
    world_ != nullptr ? world_->together(set) : set();
    observer_->set_obstacles(obstacles);
}

template <typename Real>
void FlowEngine<Real>::step(double time_step)
{
    tell({.task = Task::step, .time = time_step});
    expire();
    const auto start = std::chrono::steady_clock::now();
    machine_->select();
    solver_.step(time_step, stream_.get());
    seconds_ += seconds_since(start);
}

template <typename Real>
void FlowEngine<Real>::step(double time_step, const std::array<flow::FaceValues, 3>& ends)
{
    tell({.task = Task::step_through, .time = time_step});
    expire();
    const auto start = std::chrono::steady_clock::now();
    machine_->select();
    if (world_ != nullptr) {
        solver_.step(
            time_step,
            std::array{faces_of_first(ends[0]), faces_of_first(ends[1]), faces_of_first(ends[2])},
            stream_.get());
    } else {
        solver_.step(time_step, ends, stream_.get());
    }
    faces_are_old_ = true;
    seconds_ += seconds_since(start);
}

template <typename Real>
flow::Observed FlowEngine<Real>::observed_and_wait()
{
    tell({.task = Task::observe});
    const auto start = std::chrono::steady_clock::now();
    const flow::Observed observed = solver_.observed_and_wait();
    seconds_ += seconds_since(start);
    return observed;
}

template <typename Real>
std::vector<flow::ObstacleForce> FlowEngine<Real>::obstacle_forces_and_wait()
{
    tell({.task = Task::obstacle_forces});
    machine_->select();
    return solver_.obstacle_forces_and_wait(stream_.get());
}

template <typename Real>
flow::Observed FlowEngine<Real>::observed_at_end_and_wait()
{
    tell({.task = Task::observe_end});
    machine_->select();
    static_cast<void>(copied_pressure());  // the solver forgets it
    solver_.resume(copied_state(), stream_.get());
    machine_->wait(stream_.get());
    return solver_.observed_and_wait();
}

template <typename Real>
std::optional<NotFiniteAt> FlowEngine<Real>::first_not_finite_and_wait()
{
    tell({.task = Task::find_not_finite});
    machine_->select();
    std::vector<Real> copy;
    std::span<const Real> state{own_};
    static_cast<void>(copied_state());
    if (!machine_->is_host()) {
        copy.resize(static_cast<std::size_t>(solver_.state_values()));
        machine_->read_and_wait(std::as_writable_bytes(std::span{copy}), state_.data(),
                                stream_.get());
        state = copy;
    }
    flow::Problem part = solver_.problem();
    part.grid.axes[2].cells = solver_.planes().count;  // of which only the numbers are asked for
    const auto found = first_not_finite<Real>(part, state);
    // The first one in the array of the whole box.
    constexpr int none = 3 + most_scalars;
    NotFiniteAt mine = found.value_or(NotFiniteAt{.component = none});
    mine.cell[2] += solver_.planes().first;
    const std::vector<NotFiniteAt> all = ranks::gathered(world_->ranks(), mine);
    const NotFiniteAt first = *std::ranges::min_element(all, {}, &NotFiniteAt::component);
    return first.component == none ? std::nullopt : std::optional{first};
}

template <typename Real>
void FlowEngine<Real>::set_faces(flow::FormulaFaces& faces)
{
    machine_->select();
    solver_.set_faces(faces.take(std::array<std::size_t, 1>{0}, stream_.get()).front(),
                      stream_.get());
    faces_are_old_ = true;
}

template <typename Real>
void FlowEngine<Real>::step(double time_step, flow::FormulaFaces& faces)
{
    expire();
    machine_->select();
    const auto ends = faces.take(std::array<std::size_t, 3>{0, 1, 2}, stream_.get());
    solver_.step(time_step, std::array{ends[0], ends[1], ends[2]}, stream_.get());
    faces_are_old_ = true;
}

template <typename Real>
void FlowEngine<Real>::state_and_wait(std::span<Real> values)
{
    has_copied_state_ = false;
    fetch_and_wait(values, [&](Real* to) { solver_.state(to, stream_.get()); });
}

template <typename Real>
void FlowEngine<Real>::pressure_and_wait(std::span<Real> values)
{
    has_copied_state_ = false;
    fetch_and_wait(values, [&](Real* to) { solver_.pressure(to, stream_.get()); });
}

template <typename Real>
flow::StateObserver<Real>& FlowEngine<Real>::observer_of(const flow::Problem& problem, int scalar)
{
    machine_->select();
    if (faces_are_old_ || scalar != observed_scalar_) {
        observer_->set_problem(problem, scalar);
    }
    faces_are_old_ = false;
    observed_scalar_ = scalar;
    return *observer_;
}

template <typename Real>
const Real* FlowEngine<Real>::copied_state()
{
    Real* const to = machine_->is_host() ? own_.data() : state_.as<Real>();
    if (!has_copied_state_) {
        solver_.state(to, stream_.get());
    }
    has_copied_state_ = true;
    return to;
}

template <typename Real>
const Real* FlowEngine<Real>::copied_pressure()
{
    if (pressure_.data() == nullptr) {
        const flow::Problem& problem = solver_.problem();
        const std::int64_t layer = flow::points(problem) / problem.grid.axes[2].cells;
        pressure_ = machine_->allocate(static_cast<std::size_t>(layer * solver_.planes().count) *
                                       sizeof(Real));
    }
    if (!has_copied_pressure_) {
        solver_.pressure(pressure_.as<Real>(), stream_.get());
    }
    has_copied_pressure_ = true;
    return pressure_.as<Real>();
}

template <typename Real>
flow::Gradients FlowEngine<Real>::gradients_and_wait(const flow::Problem& problem)
{
    tell({.task = Task::gradients});
    const Real* const state = copied_state();
    flow::Gradients gradients = observer_of(problem).gradients_and_wait(state, stream_.get());
    for (int number = 1; number < flow::scalar_count(problem); ++number) {
        gradients.further_scalars.push_back(
            observer_of(problem, number).gradients_and_wait(state, stream_.get()).scalar.value());
    }
    return gradients;
}

template <typename Real>
std::vector<double> FlowEngine<Real>::layer_means_and_wait(const flow::Problem& problem, int axis)
{
    tell({.task = Task::layer_means, .axis = axis});
    machine_->select();
    const Real* const state = copied_state();
    const Real* const pressure = copied_pressure();
    return flow::with_further_scalars(problem, [&](int number) {
        return observer_of(problem, number)
            .layer_means_and_wait(axis, state, pressure, stream_.get());
    });
}

template <typename Real>
void FlowEngine<Real>::begin_means(const flow::MeanForm& form)
{
    tell({.task = Task::begin_means, .form = form});
    machine_->select();
    const flow::Problem& problem = solver_.problem();
    means_ = std::make_unique<flow::FieldMeans<Real>>(
        form, flow::plane_points(problem) * solver_.planes().count, *machine_);
}

template <typename Real>
void FlowEngine<Real>::resume_means(const Checkpoint& checkpoint)
{
    tell({.task = Task::resume_means});
    const flow::Problem& problem = solver_.problem();
    const poisson::Planes planes = solver_.planes();
    const std::int64_t layer = flow::plane_points(problem);
    std::vector<double> values(static_cast<std::size_t>(means_->values()));
    const auto read = [&](const Checkpoint& from) {
        for (int value = 0; value < means_->form().values(); ++value) {
            const std::int64_t in_whole =
                (value * problem.grid.axes[2].cells + planes.first) * layer;
            const auto own =
                std::span{values}.subspan(static_cast<std::size_t>(value * means_->cells()),
                                          static_cast<std::size_t>(means_->cells()));
            read_state(from,
                       from.state_bytes + static_cast<std::uintmax_t>(in_whole) * sizeof(double),
                       std::as_writable_bytes(own));
        }
    };
    if (world_ == nullptr) {
        read(checkpoint);
    } else {
        const Checkpoint of_all = checkpoint_of_first(checkpoint);
        world_->together([&] { read(of_all); });
    }
    machine_->select();
    means_->write_and_wait(values, stream_.get());
}

template <typename Real>
void FlowEngine<Real>::add_to_means_and_wait(const FlowArrays<Real>& arrays, std::int64_t samples)
{
    tell({.task = Task::add_to_means, .number = samples});
    flow::StateObserver<Real>& observer = observer_of(arrays.problem);
    const Real* const state = is_on_host() ? arrays.state.data() : copied_state();
    const Real* const pressure = is_on_host() ? arrays.pressure.data() : copied_pressure();
    means_->add(observer, samples, state, pressure, stream_.get());
}

template <typename Real>
void FlowEngine<Real>::mean_layer_and_wait(int value, std::int64_t k, std::span<double> layer)
{
    tell({.task = Task::means_of_layer, .axis = value, .number = k});
    machine_->select();
    const poisson::Planes planes = solver_.planes();
    const std::int64_t points = flow::plane_points(solver_.problem());
    const bool is_mine = k >= planes.first && k < planes.first + planes.count;
    std::vector<double> own(is_mine ? static_cast<std::size_t>(points) : 0U);
    if (is_mine) {
        means_->read_and_wait(value * means_->cells() + (k - planes.first) * points, own,
                              stream_.get());
    }
    if (world_ == nullptr) {
        std::ranges::copy(own, layer.begin());
        return;
    }
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    if (is_mine) {
        sends.push_back({.to = 0, .data = own.data(), .bytes = own.size() * sizeof(double)});
    }
    for (int rank = 0; rank < world_->size() && world_->is_first(); ++rank) {
        const poisson::Planes its = flow::planes_of_rank(solver_.problem(), rank, world_->size());
        if (k >= its.first && k < its.first + its.count) {
            receives.push_back({.from = rank, .data = layer.data(), .bytes = layer.size_bytes()});
        }
    }
    world_->ranks().exchange(sends, receives);
}

template <typename Real>
void FlowEngine<Real>::own_means_and_wait(std::vector<double>& values)
{
    if (means_ == nullptr) {
        values.clear();
        return;
    }
    machine_->select();
    values.resize(static_cast<std::size_t>(means_->values()));
    means_->read_and_wait(0, values, stream_.get());
}

template <typename Real>
std::vector<std::vector<double>> FlowEngine<Real>::spectra_and_wait(
    const FlowArrays<Real>& arrays, int axis, std::optional<flow::LayerOfCells> layer)
{
    tell({.task = Task::spectra,
          .axis = axis,
          .number = layer ? layer->index : 0,
          .across = layer ? layer->across : -1});
    machine_->select();
    const flow::Problem& problem = solver_.problem();
    if (spectra_ == nullptr) {
        spectra_ = std::make_unique<flow::Spectra<Real>>(
            problem,
            world_ != nullptr ? flow::on_rank(problem, world_->ranks()) : flow::whole(problem),
            *machine_);
    }
    const std::span<const Real> state{is_on_host() ? arrays.state.data() : copied_state(),
                                      static_cast<std::size_t>(solver_.state_values())};
    return axis < 0 ? spectra_->in_shells_and_wait(state, stream_.get())
                    : spectra_->along_and_wait(axis, layer, state, stream_.get());
}

template <typename Real>
FlowError FlowEngine<Real>::error_and_wait(const FlowCase& flow, double time)
{
    tell({.task = Task::errors, .time = time});
    std::vector<Real> state(static_cast<std::size_t>(solver_.state_values()));
    state_and_wait(state);
    ErrorSums sums;
    const auto find = [&] {
        sums = error_sums<Real>(solver_.problem(), *flow.exact, solver_.planes(), state, time);
    };
    if (world_ == nullptr) {
        find();
        return error_of(sums);
    }
    world_->together(find);
    ErrorSums of_all;
    for (const ErrorSums& one : ranks::gathered(world_->ranks(), sums)) {
        of_all.add(one);
    }
    return error_of(of_all);
}

template <typename Real>
void FlowEngine<Real>::keep_state()
{
    tell({.task = Task::keep_state});
    machine_->select();
    if (kept_.data() == nullptr) {
        kept_ = machine_->allocate(static_cast<std::size_t>(solver_.state_values()) * sizeof(Real));
    }
    solver_.state(kept_.as<Real>(), stream_.get());
}

template <typename Real>
flow::StateChange FlowEngine<Real>::change_and_wait(const FlowArrays<Real>& arrays)
{
    tell({.task = Task::change});
    machine_->select();
    const Real* const now = is_on_host() ? arrays.state.data() : copied_state();
    const Real* const before = kept_.as<Real>();
    flow::StateChange change =
        observer_of(arrays.problem).change_and_wait(before, now, stream_.get());
    for (int number = 1; number < flow::scalar_count(arrays.problem); ++number) {
        const flow::StateChange own =
            observer_of(arrays.problem, number).change_and_wait(before, now, stream_.get());
        if (own.scalar_change > 0.0) {
            change.further_change = std::max(change.further_change, own.scalar_change / own.scalar);
        }
    }
    return change;
}

template <typename Real>
std::vector<FlowPoint> FlowEngine<Real>::points_and_wait(
    std::span<const std::array<double, 3>> points, const FlowArrays<Real>& arrays)
{
    tell({.task = Task::points, .number = std::ssize(points)});
    machine_->select();
    std::vector<std::array<double, 3>> all{points.begin(), points.end()};
    if (world_ != nullptr) {
        ranks::take_from_first(world_->ranks(), std::span{all});
    }
    const Real* const state = is_on_host() ? arrays.state.data() : copied_state();
    const Real* const pressure = is_on_host() ? arrays.pressure.data() : copied_pressure();
    std::vector<FlowPoint> found(all.size());
    for (int number = 0; number < std::max(1, flow::scalar_count(arrays.problem)); ++number) {
        const std::vector<flow::PointValues> values =
            observer_of(arrays.problem, number)
                .point_values_and_wait(all, state, pressure, stream_.get());
        for (std::size_t n = 0; n < values.size(); ++n) {
            const auto& [u, v, w, p, scalar] = values[n];
            found[n].flow = {u, v, w, p};
            found[n].scalars.push_back(scalar);
        }
    }
    return found;
}

template <typename Real>
void FlowEngine<Real>::cells_and_wait(const CellBox& cells, const FlowFields& fields,
                                      const FlowArrays<Real>& arrays, std::vector<Real>& values)
{
    if (fields.count == 0) {
        values.clear();
        return;
    }
    tell({.task = Task::cells, .cells = cells, .fields = fields});
    if (!pieces_) {
        own_cells_and_wait(cells, fields, arrays, values);
        return;
    }
    std::vector<Real> own;
    own_cells_and_wait(cells, fields, arrays, own);
    if (world_->is_first()) {
        values.resize(static_cast<std::size_t>(fields.of_cell() * cells.cells()));
    }
    pieces_->gather_cells(cells, fields, own, values);
}

namespace {

/// Where a field of cells is written.
template <typename Real>
Real*& place_of(FlowFields::Field field, flow::BoxArrays<Real>& arrays)
{
    using Field = FlowFields::Field;
    switch (field) {
        case Field::velocity:
            return arrays.velocity;
        case Field::p:
            return arrays.pressure;
        case Field::scalar:
            return arrays.scalar;
        case Field::q_criterion:
            return arrays.q_criterion;
        case Field::dissipation:
            return arrays.dissipation;
        case Field::vorticity:
        case Field::vorticity_z:
            arrays.is_flat = field == Field::vorticity_z;
            return arrays.vorticity;
        default:
            throw std::logic_error{"a scalar behind the first one is copied by itself"};
    }
}

}  // namespace

template <typename Real>
void FlowEngine<Real>::own_cells_and_wait(const CellBox& cells, const FlowFields& fields,
                                          const FlowArrays<Real>& arrays, std::vector<Real>& values)
{
    using Field = FlowFields::Field;
    if (fields.count == 0) {
        values.clear();
        return;
    }
    flow::StateObserver<Real>& observer = observer_of(arrays.problem);
    const std::int64_t own_cells = observer.own_part(cells).cells();
    values.resize(static_cast<std::size_t>(fields.of_cell() * own_cells));
    const bool has_pressure = std::ranges::find(fields.fields(), Field::p) != fields.fields().end();
    const Real* const own = is_on_host() ? arrays.state.data() : copied_state();
    const Real* const pressure = !has_pressure  ? nullptr
                                 : is_on_host() ? arrays.pressure.data()
                                                : copied_pressure();
    const flow::StateView<Real> state = observer.join(own, pressure, stream_.get());
    // A device has room for some layers of z at a time.
    const std::int64_t layer_cells = cells.count[0] * cells.count[1];
    const std::int64_t layer_bytes =
        fields.of_cell() * layer_cells * static_cast<std::int64_t>(sizeof(Real));
    const std::int64_t layers = machine_->is_host()
                                    ? cells.count[2]
                                    : std::max<std::int64_t>(1, most_cell_bytes / layer_bytes);
    if (!machine_->is_host()) {
        const auto bytes = static_cast<std::size_t>(std::min(layers, cells.count[2]) * layer_bytes);
        if (cells_.bytes() < bytes) {
            cells_ = machine_->allocate(bytes);
        }
    }
    std::int64_t done = 0;  // own cells
    for (std::int64_t layer = 0; layer < cells.count[2]; layer += layers) {
        CellBox some = cells;
        some.first[2] += layer;
        some.count[2] = std::min(layers, cells.count[2] - layer);
        const std::int64_t some_cells = observer.own_part(some).cells();
        flow::BoxArrays<Real> into;
        std::int64_t before = 0;  // numbers of a cell in earlier fields
        Real* room = cells_.as<Real>();
        std::vector<std::pair<std::span<Real>, const Real*>> copies;
        for (const Field field : fields.fields()) {
            const std::int64_t numbers = FlowFields::components(field);
            Real* const place = values.data() + before * own_cells + numbers * done;
            Real* const to = machine_->is_host() ? place : room;
            if (const int number = FlowFields::further_scalar(field); number > 0) {
                flow::StateView<Real> other = state;
                other.scalar.own += number * other.box.points();
                observer.copy_cells(some, other, {.scalar = to}, stream_.get());
            } else {
                place_of(field, into) = to;
            }
            copies.emplace_back(std::span{place, static_cast<std::size_t>(numbers * some_cells)},
                                to);
            before += numbers;
            room += machine_->is_host() ? 0 : numbers * some_cells;
        }
        observer.copy_cells(some, state, into, stream_.get());
        for (const auto& [place, from] : copies) {
            if (!machine_->is_host()) {
                machine_->read_and_wait(std::as_writable_bytes(place), from, stream_.get());
            }
        }
        observer.check_arrival();
        done += some_cells;
    }
}

template class FlowEngine<float>;
template class FlowEngine<double>;

}  // namespace tobiuo
