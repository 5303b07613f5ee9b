// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/adjoint/adjoint_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "solvers/flow/problem.hpp"

namespace tobiuo::flow {
namespace {

int segments_of(int steps, int between)
{
    return steps / between + (steps % between == 0 ? 0 : 1);
}

/// Whether a face gives a quantity, of which it may be that nothing arrives.
bool is_given(const Problem& problem, int face, std::size_t quantity)
{
    const FaceKind kind = face_of(problem, face).kind;
    return quantity < 3 ? kind == FaceKind::no_slip || kind == FaceKind::inflow
                        : kind != FaceKind::periodic && problem.scalar.has_value();
}

}  // namespace

int chosen_steps_between(int steps, int asked)
{
    const int fewest = static_cast<int>(std::lround(std::sqrt(steps / 3.0)));
    return std::clamp(asked > 0 ? asked : fewest, 1, steps);
}

std::int64_t kept_states(int steps, int between)
{
    return std::int64_t{stages_of_step} * between + segments_of(steps, between);
}

template <typename T>
AdjointSweep<T>::AdjointSweep(const Problem& problem, double time_step, int steps,
                              const AdjointOptions& options, FlowMachine<T> machine)
    : stepper_{problem, std::move(machine)},
      pad_{memory()},
      momentum_{memory()},
      by_force_{memory()},
      scalar_{memory()},
      face_{memory()},
      beside_face_{memory()},
      weigh_{memory()},
      sum_{memory()},
      points_{static_cast<std::size_t>(points(problem))},
      time_step_{time_step},
      steps_{steps},
      steps_between_{chosen_steps_between(steps, options.steps_between)}
{
    for (int axis = 0; axis < 3; ++axis) {
        for (T*(*array)[3] : {&velocity_, &projected_, &later_}) {
            (*array)[axis] = allocate<T>(points_);
        }
    }
    impulse_ = allocate<T>(points_);
    if (problem.scalar) {
        for (T** array : {&scalar_values_, &next_scalar_, &later_scalar_}) {
            *array = allocate<T>(points_);
        }
    }
    const auto padded = static_cast<std::size_t>(stage().padded_points());
    for (int quantity = 0; quantity < (problem.scalar ? 4 : 3); ++quantity) {
        padded_[quantity] = allocate<T>(padded);
        rates_[quantity] = allocate<T>(padded);
    }
    find_factors(problem);
    if (!options.of_state_alone) {
        allocate_gradients(problem);
    }
    const auto values = static_cast<std::size_t>(state_values());
    for (int stage = 0; stage < stages_of_step * steps_between_; ++stage) {
        before_stages_.push_back(allocate<T>(values));
    }
    const int segments = segments_of(steps_, steps_between_);
    kept_.resize(static_cast<std::size_t>(segments));
    for (int segment = 0; segment < segments; ++segment) {
        Kept& kept = kept_[static_cast<std::size_t>(segment)];
        if (options.states_on_device >= 0 && segment < segments - options.states_on_device) {
            kept.host.resize(values * sizeof(T));
        } else {
            kept.here = memory().zeros_and_wait(values * sizeof(T));
            bytes_ += kept.here.bytes();
        }
    }
}

template <typename T>
template <typename Value>
Value* AdjointSweep<T>::allocate(std::size_t count)
{
    bytes_ += count * sizeof(Value);
    return arrays_.emplace_back(memory().zeros_and_wait(count * sizeof(Value)))
        .template as<Value>();
}

template <typename T>
std::size_t AdjointSweep<T>::face_points(int face) const
{
    const Box<T>& box = stepper_.box();
    return static_cast<std::size_t>(box.counts[faster_axis(face / 2)] *
                                    box.counts[slower_axis(face / 2)]);
}

template <typename T>
void AdjointSweep<T>::allocate_gradients(const Problem& problem)
{
    force_ = allocate<double>(3 * parts());
    viscosity_ = allocate<double>(points_);
    diffusivity_ = problem.scalar ? allocate<double>(points_) : nullptr;
    row_sums_ = allocate<double>(points_ / static_cast<std::size_t>(stepper_.box().counts[0]));
    for (int face = 0; face < face_count; ++face) {
        auto& of_face = by_face_[static_cast<std::size_t>(face)];
        for (std::size_t quantity = 0; quantity < of_face.size(); ++quantity) {
            if (is_given(problem, face, quantity)) {
                of_face[quantity] = allocate<double>(face_points(face));
            }
        }
    }
}

/// As BoxTables multiplies what faces give.
template <typename T>
void AdjointSweep<T>::find_factors(const Problem& problem)
{
    for (int face = 0; face < face_count; ++face) {
        const auto at = static_cast<std::size_t>(face);
        factors_[at] = {};
        gives_flux_[at] = false;
        for (std::size_t component = 0; component < 3; ++component) {
            if (is_given(problem, face, component)) {
                factors_[at].at(component) = component == at / 2 ? 1.0 : 2.0;
            }
        }
        if (is_given(problem, face, scalar_quantity)) {
            const Axis& axis = problem.grid.axes.at(static_cast<std::size_t>(face / 2));
            const double width = width_of(axis, face % 2 == 0 ? 0 : axis.cells - 1);
            const double diffusivity = problem.scalar->diffusivity;
            const bool has_value = problem.scalar->faces.at(at).kind == ScalarFaceKind::value;
            gives_flux_[at] = !has_value && diffusivity > 0.0;
            factors_[at][scalar_quantity] = has_value         ? 2.0
                                            : gives_flux_[at] ? width / diffusivity
                                                              : 0.0;
        }
    }
}

template <typename T>
void AdjointSweep<T>::set_numbers(const Problem& problem, Stream stream)
{
    stepper_.set_numbers(problem, stream);
    find_factors(problem);
    recorded_ = -1;
}

template <typename T>
int AdjointSweep<T>::steps_of(int segment) const
{
    return std::min(steps_between_, steps_ - segment * steps_between_);
}

template <typename T>
void AdjointSweep<T>::keep(int segment, Stream stream)
{
    Kept& kept = kept_[static_cast<std::size_t>(segment)];
    if (kept.host.empty()) {
        stepper_.state(kept.here.template as<T>(), stream);
        return;
    }
    stepper_.state(before_stages_[0], stream);  // none of which is needed any more
    memory().read_and_wait(kept.host, before_stages_[0], stream);
}

template <typename T>
void AdjointSweep<T>::return_to(int segment, Stream stream)
{
    const Kept& kept = kept_[static_cast<std::size_t>(segment)];
    if (kept.host.empty()) {
        stepper_.resume(kept.here.template as<T>(), stream);
        return;
    }
    memory().write_and_wait(before_stages_[0], kept.host, stream);
    stepper_.resume(before_stages_[0], stream);
}

template <typename T>
void AdjointSweep<T>::record(int segment, Stream stream)
{
    std::size_t next = 0;
    for (int step = 0; step < steps_of(segment); ++step) {
        stepper_.step_by_stages(
            time_step_,
            [&](int /*stage*/) {
                T* const to = before_stages_[next++];
                stepper_.velocity({to, to + points_, to + 2 * points_}, stream);
                if (scalar_values_ != nullptr) {
                    stepper_.scalar(to + 3 * points_, stream);
                }
            },
            stream);
    }
    recorded_ = segment;
}

template <typename T>
void AdjointSweep<T>::advance(const T* state, Begin begin, T* end, Stream stream)
{
    recorded_ = -1;
    begin_ = begin;
    if (begin == Begin::start) {
        stepper_.start({state, state + points_, state + 2 * points_}, stream);
        if (scalar_values_ != nullptr) {
            stepper_.set_scalar(state + 3 * points_, stream);
        }
    } else {
        stepper_.resume(state, stream);
        stepper_.hold_upper_faces(stream);
    }
    const int segments = static_cast<int>(kept_.size());
    for (int segment = 0; segment < segments; ++segment) {
        keep(segment, stream);
        if (segment + 1 == segments) {
            record(segment, stream);
            break;
        }
        for (int step = 0; step < steps_of(segment); ++step) {
            stepper_.step(time_step_, stream);
        }
    }
    stepper_.state(end, stream);
}

template <typename T>
AdjointStage<T> AdjointSweep<T>::stage() const
{
    AdjointStage<T> stage{.box = stepper_.box()};
    for (int axis = 0; axis < 3; ++axis) {
        stage.velocity[axis] = padded_[axis];
        stage.rates[axis] = rates_[axis];
    }
    stage.scalar = padded_[scalar_quantity];
    stage.scalar_rates = rates_[scalar_quantity];
    return stage;
}

template <typename T>
void AdjointSweep<T>::weigh(const T* from, T* to, int quantity, bool divides, Stream stream) const
{
    weigh_({.stage = {.box = stepper_.box()},
            .from = from,
            .to = to,
            .component = quantity,
            .divides = divides},
           static_cast<long long>(points_), stream);
}

/// What a projection takes from a velocity on a face is the difference of what both are given; the
/// weighted adjoint of that is the impulse beside the face.
template <typename T>
void AdjointSweep<T>::project(Stream stream)
{
    Box<T> box = stepper_.box();
    for (int axis = 0; axis < 3; ++axis) {
        box.faces[2 * axis].velocity[axis] = {};
    }
    const FlowMachine<T>& machine = stepper_.machine();
    const T* const velocity[3] = {velocity_[0], velocity_[1], velocity_[2]};
    machine.find_impulse(box, velocity, impulse_, stream);
    machine.kernels().project(box, velocity, impulse_, projected_, stream);
    for (int face = 0; face < face_count; ++face) {
        double* const to =
            by_face_[static_cast<std::size_t>(face)].at(static_cast<std::size_t>(face) / 2);
        if (to != nullptr) {
            beside_face_({.box = box,
                          .face = face,
                          .from = impulse_,
                          .to = to,
                          .factor = face % 2 == 0 ? -1.0 : 1.0,
                          .by_area = true},
                         static_cast<long long>(face_points(face)), stream);
        }
    }
}

template <typename T>
void AdjointSweep<T>::add_faces(const AdjointStage<T>& stage, Stream stream)
{
    for (int face = 0; face < face_count; ++face) {
        if (!stage.box.has_face(face / 2, face % 2)) {
            continue;
        }
        const auto of = static_cast<std::size_t>(face);
        AdjointFace<T> item{.stage = stage,
                            .face = face,
                            .before = {velocity_[0], velocity_[1], velocity_[2], next_scalar_}};
        if (gives_flux_[of]) {
            item.diffusivity = diffusivity_;
        }
        for (std::size_t quantity = 0; quantity < by_face_[of].size(); ++quantity) {
            item.to[quantity] = by_face_[of][quantity];
            item.factor[quantity] = item.to[quantity] == nullptr ? 0.0 : factors_[of][quantity];
        }
        face_(item, static_cast<long long>(face_points(face)), stream);
    }
}

template <typename T>
void AdjointSweep<T>::go_back(int number, const T* state, Stream stream)
{
    project(stream);
    const bool is_last = number + 1 == stages_of_step;
    const bool carries = scalar_values_ != nullptr;
    const auto count = static_cast<long long>(points_);
    const AdjointStage<T> at = stage();
    PadForAdjoint<T> pad{
        .stage = at,
        .new_part = static_cast<T>(stages[number].gamma * time_step_),
        .old_part = is_last ? T{0} : static_cast<T>(stages[number + 1].zeta * time_step_)};
    AdjointMomentum<T> momentum{.stage = at, .viscosity = viscosity_};
    for (int quantity = 0; quantity < (carries ? 4 : 3); ++quantity) {
        const bool is_scalar = quantity == scalar_quantity;
        pad.values[quantity] = state + static_cast<std::size_t>(quantity) * points_;
        pad.now[quantity] = is_scalar ? scalar_values_ : projected_[quantity];
        pad.later[quantity] = is_last ? nullptr : is_scalar ? later_scalar_ : later_[quantity];
        pad.to_values[quantity] = padded_[quantity];
        pad.to_rates[quantity] = rates_[quantity];
        if (!is_scalar) {
            momentum.after[quantity] = projected_[quantity];
            momentum.before[quantity] = velocity_[quantity];
        }
    }
    pad_(pad, at.padded_points(), stream);
    momentum_(momentum, count, stream);
    if (force_ != nullptr) {
        const auto of_force = static_cast<long long>(parts());
        by_force_({.stage = at, .parts = of_force, .to = force_}, of_force, stream);
    }
    if (carries) {
        scalar_({.stage = at,
                 .after = scalar_values_,
                 .before = next_scalar_,
                 .diffusivity = diffusivity_},
                count, stream);
    }
    add_faces(at, stream);
    std::swap(projected_, later_);
    std::swap(later_scalar_, scalar_values_);
    std::swap(scalar_values_, next_scalar_);
}

template <typename T>
void AdjointSweep<T>::clear_gradients(Stream stream)
{
    const auto clear = [&](double* array, std::size_t count) {
        if (array != nullptr) {
            memory().clear(array, count * sizeof(double), stream);
        }
    };
    clear(force_, 3 * parts());
    clear(viscosity_, points_);
    clear(diffusivity_, points_);
    for (int face = 0; face < face_count; ++face) {
        for (double* const array : by_face_[static_cast<std::size_t>(face)]) {
            clear(array, face_points(face));
        }
    }
}

/// Velocities on upper faces that are given stay what they are in all stages.
template <typename T>
void AdjointSweep<T>::backward(const T* by_end, T* by_state, Stream stream)
{
    clear_gradients(stream);
    for (int axis = 0; axis < 3; ++axis) {
        const T* const from = by_end + static_cast<std::size_t>(axis) * points_;
        weigh(from, velocity_[axis], axis, true, stream);
        const int face = 2 * axis + 1;
        if (double* const to =
                by_face_[static_cast<std::size_t>(face)].at(static_cast<std::size_t>(axis))) {
            beside_face_(
                {.box = stepper_.box(), .face = face, .from = from, .to = to, .factor = 1.0},
                static_cast<long long>(face_points(face)), stream);
        }
    }
    if (scalar_values_ != nullptr) {
        weigh(by_end + 3 * points_, scalar_values_, scalar_quantity, true, stream);
    }
    for (int segment = static_cast<int>(kept_.size()) - 1; segment >= 0; --segment) {
        if (recorded_ != segment) {
            return_to(segment, stream);
            record(segment, stream);
        }
        for (int stage = stages_of_step * steps_of(segment) - 1; stage >= 0; --stage) {
            go_back(stage % stages_of_step, before_stages_[static_cast<std::size_t>(stage)],
                    stream);
        }
    }
    if (begin_ == Begin::start) {
        project(stream);
        std::swap(projected_, velocity_);
    }
    for (int axis = 0; axis < 3; ++axis) {
        weigh(velocity_[axis], by_state + static_cast<std::size_t>(axis) * points_, axis, false,
              stream);
    }
    if (scalar_values_ != nullptr) {
        weigh(scalar_values_, by_state + 3 * points_, scalar_quantity, false, stream);
    }
    has_gone_back_ = true;
}

template <typename T>
double AdjointSweep<T>::sum_and_wait(const double* values, Stream stream) const
{
    if (values == nullptr) {
        return 0.0;
    }
    const long long columns = stepper_.box().counts[0];
    const auto rows = points_ / static_cast<std::size_t>(columns);
    sum_({.from = values, .to = row_sums_, .columns = columns}, static_cast<long long>(rows),
         stream);
    std::vector<double> sums(rows);
    memory().read_and_wait(std::as_writable_bytes(std::span{sums}), row_sums_, stream);
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

template <typename T>
AdjointGradients AdjointSweep<T>::gradients_and_wait(Stream stream) const
{
    AdjointGradients gradients;
    std::vector<double> by_force(3 * parts());
    memory().read_and_wait(std::as_writable_bytes(std::span{by_force}), force_, stream);
    for (std::size_t at = 0; at < by_force.size(); ++at) {
        gradients.force.at(at / parts()) += by_force[at];
    }
    gradients.viscosity = sum_and_wait(viscosity_, stream);
    gradients.diffusivity = sum_and_wait(diffusivity_, stream);
    for (int face = 0; face < face_count; ++face) {
        const auto at = static_cast<std::size_t>(face);
        for (std::size_t quantity = 0; quantity < by_face_[at].size(); ++quantity) {
            if (const double* const from = by_face_[at][quantity]) {
                std::vector<double>& to = gradients.faces[at][quantity];
                to.resize(face_points(face));
                memory().read_and_wait(std::as_writable_bytes(std::span{to}), from, stream);
            }
        }
    }
    return gradients;
}

template class AdjointSweep<float>;
template class AdjointSweep<double>;

}  // namespace tobiuo::flow
