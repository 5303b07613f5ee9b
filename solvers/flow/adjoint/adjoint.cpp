// SPDX-License-Identifier: BSD-3-Clause
// The public adjoint: checks its arguments and goes forwards and backwards on its back end.
#include <tobiuo/flow/adjoint.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "runtime/device/backend.hpp"
#include "runtime/forks.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/threads.hpp"
#include "solvers/flow/adjoint/adjoint_sweep.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/slab.hpp"
#include "solvers/flow/sources.hpp"
#include "solvers/flow/value_count.hpp"
#include "solvers/flow/wall_laws.hpp"
#include "solvers/in_precision.hpp"
#include "solvers/poisson/program/ready_step.hpp"
#include "solvers/problem_words.hpp"

namespace tobiuo::flow {
namespace {

using AnySweep = std::variant<AdjointSweep<float>, AdjointSweep<double>>;

std::string without_gradients(const std::string& what, const std::string& why,
                              const std::string& cure)
{
    return "gradients were asked for of a flow with " + what + " (" + why + "): " + cure;
}

std::optional<std::string> reason_of_faces(const Problem& problem)
{
    for (int face = 0; face < face_count; ++face) {
        const Face& one = face_of(problem, face);
        if (one.kind == FaceKind::outflow) {
            return without_gradients(
                "an outflow",
                "what leaves is advanced by equations of its own, which have no transpose here",
                "give periodic faces, walls or inflows");
        }
        if (one.law) {
            return without_gradients("a wall law", "its friction has no transpose here",
                                     "leave the law out");
        }
        if (one.recycling) {
            return without_gradients("a face that recycles",
                                     "its fluctuations come from the flow itself",
                                     "give the velocity of the inflow as a profile");
        }
        if (one.flow_rate) {
            return without_gradients("a flow rate of a face", "its velocities are scaled to it",
                                     "scale the profile of the face and leave the rate out");
        }
    }
    return std::nullopt;
}

std::optional<std::string> reason_of_parts(const Problem& problem)
{
    if (problem.implicit_diffusion) {
        return without_gradients("implicit diffusion", "its systems have no transpose here",
                                 "leave implicit_diffusion out and take shorter steps");
    }
    if (problem.projections != 3) {
        return without_gradients("one projection a step",
                                 "its stages take pressures of the steps before",
                                 "give three projections");
    }
    if (!problem.obstacles.empty()) {
        return without_gradients("obstacles", "what these force has no transpose here",
                                 "leave them out");
    }
    if (has_sources(problem)) {
        return without_gradients("sources", "formulas have no derivatives here",
                                 "give a constant force, or leave them out");
    }
    if (viscosity_varies(problem)) {
        return without_gradients("a viscosity that varies", "it depends on the flow",
                                 "leave eddies and their formulas out");
    }
    if (!problem.further_scalars.empty()) {
        return without_gradients("several scalars", "one has a transpose here", "give one scalar");
    }
    if (is_bounded(problem)) {
        return without_gradients("a bounded scalar", "its limited slopes have no derivatives",
                                 "choose central advection");
    }
    return std::nullopt;
}

/// What faces give, in place of what those of the same kinds have.
Face with_values(Face face, const Face& values)
{
    bool is_same = face.kind == values.kind;
    for (std::size_t component = 0; component < face.profile.size(); ++component) {
        is_same =
            is_same && face.profile.at(component).size() == values.profile.at(component).size();
    }
    if (!is_same) {
        throw std::invalid_argument{
            "a face of the inputs of an adjoint has another kind or other profiles than the "
            "problem's (only its values change): give values of the same faces"};
    }
    face.velocity = values.velocity;
    face.profile = values.profile;
    return face;
}

ScalarFace with_values(ScalarFace face, const ScalarFace& values)
{
    if (face.kind != values.kind || face.profile.size() != values.profile.size()) {
        throw std::invalid_argument{
            "a face of the scalar of the inputs of an adjoint has another kind or another profile "
            "than the problem's (only its values change): give values of the same faces"};
    }
    face.number = values.number;
    face.profile = values.profile;
    return face;
}

Problem with_inputs(Problem problem, const AdjointInputs& inputs)
{
    problem.force = inputs.force;
    problem.viscosity = inputs.viscosity;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Faces& faces = problem.faces.at(axis);
        faces.lower = with_values(faces.lower, inputs.faces.faces.at(axis).lower);
        faces.upper = with_values(faces.upper, inputs.faces.faces.at(axis).upper);
    }
    if (problem.scalar) {
        problem.scalar->diffusivity = inputs.diffusivity;
        for (std::size_t face = 0; face < problem.scalar->faces.size(); ++face) {
            ScalarFace& one = problem.scalar->faces.at(face);
            one = with_values(one, inputs.faces.scalar_faces.at(face));
        }
    }
    validate(problem);
    return problem;
}

/// Throws if more states are to be kept than there is room for.
void validate_kept(const Problem& problem, int steps, const AdjointOptions& options)
{
    constexpr std::int64_t most_states = std::int64_t{1}
                                         << 24;  // each has an allocation of its own
    const int between = chosen_steps_between(steps, options.steps_between);
    const std::int64_t states = kept_states(steps, between);
    const std::string asked = "gradients of " + std::to_string(steps) +
                              " steps with a state kept between " + std::to_string(between) +
                              " of them were asked for (these are " + std::to_string(states) +
                              " states at a time, ";
    if (states > most_states) {
        throw std::invalid_argument{asked + "and " + std::to_string(most_states) +
                                    " are the most): give steps_between of 0, which keeps the "
                                    "fewest"};
    }
    const double bytes = static_cast<double>(states) * static_cast<double>(state_values(problem)) *
                         static_cast<double>(bytes_per_value(problem.precision));
    if (bytes >= static_cast<double>(std::numeric_limits<std::ptrdiff_t>::max())) {
        throw std::invalid_argument{asked +
                                    "which no memory holds): give fewer steps or fewer cells"};
    }
}

Backend validated(const Problem& problem, double time_step, int steps,
                  const AdjointOptions& options)
{
    validate(problem);
    validate_threads(options.solver.threads, "a flow");
    const Backend backend = chosen_backend(options.solver.backend);
    refuse_opencl(backend, "flow");
    require(backend, "solve");
    if (const auto reason = adjoint_unsupported_reason(problem, backend)) {
        throw std::invalid_argument{*reason};
    }
    if (!(time_step > 0.0) || !std::isfinite(time_step)) {
        throw std::invalid_argument{"a time step of " + six_digits(time_step) +
                                    " was asked for (time goes forward): give a finite one above "
                                    "0"};
    }
    if (steps < 1) {
        throw std::invalid_argument{"gradients of " + std::to_string(steps) +
                                    " steps were asked for (there is nothing between): give one "
                                    "step at least"};
    }
    if (options.steps_between < 0 || options.states_on_device < -1) {
        throw std::invalid_argument{
            "the states of an adjoint are to be kept a number of times that there is not: give "
            "steps_between of 0 or more and states_on_device of -1 or more"};
    }
    validate_kept(problem, steps, options);
    return backend;
}

template <typename T>
AdjointSweep<T> sweep_of(const Problem& problem, double time_step, int steps, Backend backend,
                         const AdjointOptions& options)
{
    const Placement placement = whole(problem);
    return AdjointSweep<T>{problem, time_step, steps, options,
                           poisson::solve_on(backend).has_own_memory()
                               ? make_device_machine<T>(problem, placement, options.solver.graphs,
                                                        options.solver.through_host_memory)
                               : make_host_machine<T>(problem, placement, options.solver.threads)};
}

AnySweep any_sweep_of(const Problem& problem, double time_step, int steps, Backend backend,
                      const AdjointOptions& options)
{
    return problem.precision == Precision::fp32
               ? AnySweep{std::in_place_type<AdjointSweep<float>>,
                          sweep_of<float>(problem, time_step, steps, backend, options)}
               : AnySweep{std::in_place_type<AdjointSweep<double>>,
                          sweep_of<double>(problem, time_step, steps, backend, options)};
}

}  // namespace

std::optional<std::string> adjoint_unsupported_reason(const Problem& problem, Backend backend)
{
    if (auto reason = unsupported_reason(problem, backend)) {
        return reason;
    }
    auto reason = reason_of_parts(problem);
    return reason ? reason : reason_of_faces(problem);
}

AdjointInputs adjoint_inputs(const Problem& problem)
{
    return {.force = problem.force,
            .viscosity = problem.viscosity,
            .diffusivity = problem.scalar ? problem.scalar->diffusivity : 0.0,
            .faces = face_values(problem)};
}

class Adjoint::Implementation {
public:
    Implementation(const Problem& problem, double time_step, int steps,
                   const AdjointOptions& options)
        : problem_{problem},
          backend_{validated(problem, time_step, steps, options)},
          options_{options},
          time_step_{time_step},
          steps_{steps},
          sweep_{any_sweep_of(balanced(problem).problem, time_step, steps, backend_, options)}
    {
    }

    void set_inputs(const AdjointInputs& inputs, Stream stream)
    {
        require_not_lost_by_fork(backend_);
        Problem changed = with_inputs(problem_, inputs);
        std::visit([&](auto& sweep) { sweep.set_numbers(balanced(changed).problem, stream); },
                   sweep_);
        problem_ = std::move(changed);
    }

    template <typename T>
    void advance(const T* state, Begin begin, T* end, Stream stream)
    {
        refuse_null(state, end);
        of<T>().advance(state, begin, end, stream);
    }

    template <typename T>
    void backward(const T* by_end, T* by_state, Stream stream)
    {
        refuse_null(by_end, by_state);
        AdjointSweep<T>& sweep = of<T>();
        if (!sweep.has_advanced()) {
            throw std::logic_error{
                "gradients of a flow were asked for before its steps with these inputs: call "
                "advance() first"};
        }
        sweep.backward(by_end, by_state, stream);
    }

    [[nodiscard]] AdjointGradients gradients_and_wait(Stream stream) const
    {
        require_not_lost_by_fork(backend_);
        if (options_.of_state_alone) {
            throw std::logic_error{
                "gradients beside the state were asked for of an adjoint that has those by the "
                "state alone: make it without of_state_alone"};
        }
        return std::visit(
            [&](const auto& sweep) {
                if (!sweep.has_gone_back()) {
                    throw std::logic_error{
                        "gradients of a flow were asked for before they were found: call "
                        "backward() first"};
                }
                return sweep.gradients_and_wait(stream);
            },
            sweep_);
    }

    template <typename Call>
    [[nodiscard]] auto ask(const Call& call) const
    {
        return std::visit([&](const auto& sweep) { return call(sweep); }, sweep_);
    }

    [[nodiscard]] const Problem& problem() const { return problem_; }
    [[nodiscard]] Backend backend() const { return backend_; }
    [[nodiscard]] int steps() const { return steps_; }
    [[nodiscard]] double time_step() const { return time_step_; }

private:
    static void refuse_null(const void* from, const void* to)
    {
        if (from == nullptr || to == nullptr) {
            throw std::invalid_argument{
                "an array of an adjoint is null: give memory for the values of a state"};
        }
    }

    template <typename T>
    [[nodiscard]] AdjointSweep<T>& of()
    {
        require_not_lost_by_fork(backend_);
        return in_precision<AdjointSweep<T>>(sweep_);
    }

    Problem problem_;
    Backend backend_;
    AdjointOptions options_;
    double time_step_;
    int steps_;
    AnySweep sweep_;
};

Adjoint::Adjoint(const Problem& problem, double time_step, int steps, const AdjointOptions& options)
    : implementation_{std::make_unique<Implementation>(problem, time_step, steps, options)}
{
    runtime::wait_for_kernels();
}
Adjoint::Adjoint(Adjoint&&) noexcept = default;
Adjoint& Adjoint::operator=(Adjoint&&) noexcept = default;
Adjoint::~Adjoint() = default;

void Adjoint::set_inputs(const AdjointInputs& inputs, Stream stream)
{
    implementation_->set_inputs(inputs, stream);
}

void Adjoint::advance(const double* state, Begin begin, double* end, Stream stream)
{
    implementation_->advance(state, begin, end, stream);
}

void Adjoint::advance(const float* state, Begin begin, float* end, Stream stream)
{
    implementation_->advance(state, begin, end, stream);
}

void Adjoint::backward(const double* by_end, double* by_state, Stream stream)
{
    implementation_->backward(by_end, by_state, stream);
}

void Adjoint::backward(const float* by_end, float* by_state, Stream stream)
{
    implementation_->backward(by_end, by_state, stream);
}

AdjointGradients Adjoint::gradients_and_wait(Stream stream) const
{
    return implementation_->gradients_and_wait(stream);
}

const Problem& Adjoint::problem() const
{
    return implementation_->problem();
}

Backend Adjoint::backend() const
{
    return implementation_->backend();
}

std::int64_t Adjoint::state_values() const
{
    return implementation_->ask([](const auto& sweep) { return sweep.state_values(); });
}

int Adjoint::steps() const
{
    return implementation_->steps();
}

double Adjoint::time_step() const
{
    return implementation_->time_step();
}

std::size_t Adjoint::memory_bytes() const
{
    return implementation_->ask([](const auto& sweep) { return sweep.memory_bytes(); });
}

}  // namespace tobiuo::flow
