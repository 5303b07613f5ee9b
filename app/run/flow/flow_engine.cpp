#include "app/run/flow/flow_engine.hpp"

#include <chrono>
#include <cstddef>
#include <cstring>
#include <utility>

#include "app/run/flow/output/flow_series.hpp"
#include "runtime/ranks/messages.hpp"
#include "runtime/seconds_since.hpp"
#include "solvers/flow/layer_means.hpp"
#include "solvers/flow/state_observer.hpp"
#include "solvers/flow/value_count.hpp"

namespace tobiuo {

template <typename Real>
FlowEngine<Real>::FlowEngine(const flow::Problem& problem, Backend backend,
                             std::unique_ptr<const runtime::Machine> machine, const World* world)
    : machine_{std::move(machine)},
      world_{world},
      host_{world_ != nullptr ? runtime::make_host_machine() : nullptr},
      stream_{machine_->make_stream()},
      observer_{std::make_unique<flow::StateObserver<Real>>(problem, host_ ? *host_ : *machine_)},
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
void FlowEngine<Real>::tell(const Order& order) const
{
    if (world_ != nullptr && world_->is_first()) {
        static_cast<void>(ranks::from_first(world_->ranks(), order));
    }
}

template <typename Real>
ExitCode FlowEngine<Real>::follow()
{
    while (true) {
        const Order order = ranks::from_first(world_->ranks(), Order{});
        if (order.task == Task::end) {
            return order.code;
        }
        follow(order);
    }
}

template <typename Real>
void FlowEngine<Real>::follow(const Order& order)
{
    const auto mine = [&] { return flow::face_values(solver_.problem()); };
    switch (order.task) {
        case Task::start:
            start({}, {});
            break;
        case Task::resume:
            resume({});
            break;
        case Task::set_force:
            set_force(order.force);
            break;
        case Task::set_faces:
            set_faces(mine());
            break;
        case Task::step:
            step(order.time_step);
            break;
        case Task::step_through:
            step(order.time_step, {mine(), mine(), mine()});
            break;
        case Task::observe:
            static_cast<void>(observed_and_wait());
            break;
        case Task::state:
            state_and_wait({});
            break;
        case Task::pressure:
            pressure_and_wait({});
            break;
        case Task::put_uses: {
            RanksReport of_first;
            put_uses(of_first);
            break;
        }
        case Task::end:
            break;
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
void FlowEngine<Real>::start(const std::array<std::vector<Real>, 3>& velocity,
                             std::span<const Real> scalar)
{
    tell({.task = Task::start});
    machine_->select();
    std::array<const Real*, 3> components{};
    Real* to = state_.as<Real>();
    std::span<Real> own{own_};
    for (std::size_t axis = 0; axis < components.size(); ++axis) {
        std::span<const Real> part = velocity[axis];
        if (pieces_) {
            pieces_->scatter_planes(part, own.first(pieces_->own_points()));
            part = own.first(pieces_->own_points());
            own = own.subspan(pieces_->own_points());
        }
        components[axis] = given(part, to);
        to += machine_->is_host() ? 0 : part.size();
    }
    solver_.start(components[0], components[1], components[2], stream_.get());
    const bool has_scalar = pieces_ ? solver_.problem().scalar.has_value() : !scalar.empty();
    if (has_scalar) {
        if (pieces_) {
            machine_->wait(stream_.get());  // the velocity is read
            const std::span<Real> part = std::span{own_}.first(pieces_->own_points());
            pieces_->scatter_planes(scalar, part);
            scalar = part;
        }
        solver_.set_scalar(given(scalar, state_.as<Real>()), stream_.get());
    }
    machine_->wait(stream_.get());
    if (world_ != nullptr) {
        static_cast<void>(solver_.take_exchange_use_and_wait());
    }
}

template <typename Real>
void FlowEngine<Real>::resume(std::span<const Real> state)
{
    tell({.task = Task::resume});
    machine_->select();
    if (pieces_) {
        pieces_->scatter_state(state, own_);
        state = own_;
    }
    solver_.resume(given(state, state_.as<Real>()), stream_.get());
    machine_->wait(stream_.get());
}

template <typename Real>
void FlowEngine<Real>::set_force(const std::array<double, 3>& force)
{
    tell({.task = Task::set_force, .force = force});
    solver_.set_force(force);
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
void FlowEngine<Real>::step(double time_step)
{
    tell({.task = Task::step, .time_step = time_step});
    const auto start = std::chrono::steady_clock::now();
    machine_->select();
    solver_.step(time_step, stream_.get());
    seconds_ += seconds_since(start);
}

template <typename Real>
void FlowEngine<Real>::step(double time_step, const std::array<flow::FaceValues, 3>& ends)
{
    tell({.task = Task::step_through, .time_step = time_step});
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
    machine_->select();
    const auto ends = faces.take(std::array<std::size_t, 3>{0, 1, 2}, stream_.get());
    solver_.step(time_step, std::array{ends[0], ends[1], ends[2]}, stream_.get());
    faces_are_old_ = true;
}

template <typename Real>
void FlowEngine<Real>::state_and_wait(std::span<Real> values)
{
    tell({.task = Task::state});
    const std::span<Real> own = pieces_ ? std::span<Real>{own_} : values;
    fetch_and_wait(own, [&](Real* to) { solver_.state(to, stream_.get()); });
    if (pieces_) {
        pieces_->gather_state(own, values);
    }
}

template <typename Real>
void FlowEngine<Real>::pressure_and_wait(std::span<Real> values)
{
    tell({.task = Task::pressure});
    const std::span<Real> own = pieces_ ? std::span{own_}.first(pieces_->own_points()) : values;
    fetch_and_wait(own, [&](Real* to) { solver_.pressure(to, stream_.get()); });
    if (pieces_) {
        pieces_->gather_planes(own, values);
    }
}

template <typename Real>
flow::StateObserver<Real>& FlowEngine<Real>::observer_of(const flow::Problem& problem)
{
    machine_->select();
    if (faces_are_old_) {
        observer_->set_problem(problem);
    }
    faces_are_old_ = false;
    return *observer_;
}

template <typename Real>
flow::StateObserver<Real>& FlowEngine<Real>::observer_of_state(const flow::Problem& problem)
{
    flow::StateObserver<Real>& observer = observer_of(problem);
    solver_.state(state_.as<Real>(), stream_.get());
    return observer;
}

template <typename Real>
const Real* FlowEngine<Real>::copied_pressure()
{
    if (pressure_.data() == nullptr) {
        pressure_ = machine_->allocate(static_cast<std::size_t>(flow::points(solver_.problem())) *
                                       sizeof(Real));
    }
    solver_.pressure(pressure_.as<Real>(), stream_.get());
    return pressure_.as<Real>();
}

template <typename Real>
flow::Gradients FlowEngine<Real>::gradients_and_wait(const flow::Problem& problem)
{
    return observer_of_state(problem).gradients_and_wait(state_.as<Real>(), stream_.get());
}

template <typename Real>
std::vector<double> FlowEngine<Real>::layer_means_and_wait(const flow::Problem& problem, int axis)
{
    flow::StateObserver<Real>& observer = observer_of_state(problem);
    const Real* const pressure = copied_pressure();
    return observer.layer_means_and_wait(axis, state_.as<Real>(), pressure, stream_.get());
}

template <typename Real>
void FlowEngine<Real>::cells_and_wait(const FlowSeries& series, const FlowArrays<Real>& arrays,
                                      std::vector<Real>& values)
{
    values.resize(static_cast<std::size_t>(values_of(series)));
    const std::span<Real> all{values};
    Real* to = values.data();
    if (!is_on_host()) {
        machine_->select();
        if (cells_.bytes() < all.size_bytes()) {
            cells_ = machine_->allocate(all.size_bytes());
        }
        to = cells_.as<Real>();
    }
    flow::BoxArrays<Real> into;
    Real* next = to;
    for (const std::string& field : series.fields) {
        (field == "velocity" ? into.velocity : field == "p" ? into.pressure : into.scalar) = next;
        next += components_of(field) * series.cells.cells();
    }
    if (is_on_host()) {
        observer_of(arrays.problem)
            .copy_cells(series.cells, arrays.state.data(), arrays.pressure.data(), into,
                        stream_.get());
        return;
    }
    flow::StateObserver<Real>& observer = observer_of_state(arrays.problem);
    const Real* const pressure = into.pressure == nullptr ? nullptr : copied_pressure();
    observer.copy_cells(series.cells, state_.as<Real>(), pressure, into, stream_.get());
    machine_->read_and_wait(std::as_writable_bytes(all), to, stream_.get());
}

template class FlowEngine<float>;
template class FlowEngine<double>;

template <typename Real>
FlowCopies<Real>::FlowCopies(FlowEngine<Real>& engine, const flow::Problem& problem,
                             WriterThread& writer, std::function<void()> settle)
    : engine_{engine}, problem_{problem}, pairs_{writer}, settle_{std::move(settle)}
{
    allocate(pairs_.current());
}

template <typename Real>
void FlowCopies<Real>::allocate(Pair& pair) const
{
    pair.state.resize(static_cast<std::size_t>(flow::state_values(problem_)));
    pair.pressure.resize(static_cast<std::size_t>(flow::points(problem_)));
}

/// The pair for copies after the last step. It is the one of the step before unless a job still
/// reads that.
template <typename Real>
typename FlowCopies<Real>::Pair& FlowCopies<Real>::pair_and_wait()
{
    if (is_old_) {
        Pair& pair = pairs_.next_and_wait();
        allocate(pair);
        pair.has_state = false;
        pair.has_pressure = false;
        is_old_ = false;
    }
    return pairs_.current();
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
    settle_();
    return {.problem = problem_, .state = state_and_wait(), .pressure = pressure_and_wait()};
}

template <typename Real>
flow::Gradients FlowCopies<Real>::gradients_and_wait()
{
    settle_();
    return engine_.is_on_host() ? flow::gradients_of<Real>(problem_, state_and_wait())
                                : engine_.gradients_and_wait(problem_);
}

template <typename Real>
std::vector<double> FlowCopies<Real>::layer_means_and_wait(int axis)
{
    settle_();
    return engine_.is_on_host()
               ? flow::layer_means<Real>(problem_, axis, state_and_wait(), pressure_and_wait())
               : engine_.layer_means_and_wait(problem_, axis);
}

template <typename Real>
void FlowCopies<Real>::cells_and_wait(const FlowSeries& series, std::vector<Real>& values)
{
    if (engine_.is_on_host()) {
        engine_.cells_and_wait(series, arrays_and_wait(), values);
        return;
    }
    settle_();
    engine_.cells_and_wait(series, {.problem = problem_, .state = {}, .pressure = {}}, values);
}

template class FlowCopies<float>;
template class FlowCopies<double>;

}  // namespace tobiuo
