// SPDX-License-Identifier: BSD-3-Clause
// The public solver: checks its arguments and steps on its back end.
#include <tobiuo/flow/solver.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <utility>
#include <variant>

#include "runtime/all_finite.hpp"
#include "runtime/device/backend.hpp"
#include "runtime/forks.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/threads.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/slab.hpp"
#include "solvers/flow/stepper.hpp"
#include "solvers/in_precision.hpp"
#include "solvers/poisson/program/ready_step.hpp"
#include "solvers/problem_words.hpp"

namespace tobiuo::flow {
namespace {

using AnyStepper = std::variant<Stepper<float>, Stepper<double>>;

template <typename T>
Stepper<T> stepper_of(const Problem& problem, const Placement& placement, Backend backend,
                      const SolverOptions& options)
{
    return Stepper<T>{problem, placement,
                      poisson::solve_on(backend).has_own_memory()
                          ? make_device_machine<T>(problem, placement, options.graphs,
                                                   options.through_host_memory)
                          : make_host_machine<T>(problem, placement, options.threads)};
}

AnyStepper any_stepper_of(const Problem& problem, const Placement& placement, Backend backend,
                          const SolverOptions& options)
{
    return problem.precision == Precision::fp32
               ? AnyStepper{std::in_place_type<Stepper<float>>,
                            stepper_of<float>(problem, placement, backend, options)}
               : AnyStepper{std::in_place_type<Stepper<double>>,
                            stepper_of<double>(problem, placement, backend, options)};
}

/// The back end of the options, or the default one. Throws if the problem, the back end or the
/// options are refused, or that many ranks.
Backend validated(const Problem& problem, const SolverOptions& options, int ranks)
{
    validate(problem);
    validate_threads(options.threads, "a flow");
    const Backend backend = chosen_backend(options.backend);
    refuse_opencl(backend, "flow");
    require(backend, "solve");
    if (ranks > 1) {
        if (const auto reason = distributed_unsupported_reason(problem, backend, ranks)) {
            throw std::invalid_argument{*reason};
        }
    }
    return backend;
}

}  // namespace

class Solver::Implementation {
public:
    Implementation(const Problem& problem, const Communicator* ranks, const SolverOptions& options)
        : problem_{problem},
          backend_{validated(problem, options, ranks != nullptr ? ranks->size() : 1)},
          placement_{ranks != nullptr ? on_rank(problem, *ranks) : whole(problem)},
          stepper_{any_stepper_of(balanced(problem).problem, placement_, backend_, options)}
    {
    }

    template <typename T>
    void start(const T* u, const T* v, const T* w, Stream stream)
    {
        refuse_null(u, v, w);
        of<T>().start({u, v, w}, stream);
    }

    template <typename T>
    void resume(const T* state, Stream stream)
    {
        refuse_null(state);
        of<T>().resume(state, stream);
    }

    void set_faces(const FaceValues& values, Stream stream)
    {
        require_not_lost_by_fork(backend_);
        Problem changed = with_faces(problem_, values);
        std::visit(
            [&](auto& stepper) {
                stepper.set_faces(balanced(changed).problem, stream);
                stepper.end();
            },
            stepper_);
        problem_ = std::move(changed);
    }

    void set_faces(const FaceArrays& arrays, Stream stream)
    {
        require_not_lost_by_fork(backend_);
        validate_arrays(problem_, arrays);
        std::visit(
            [&](auto& stepper) {
                stepper.set_faces(arrays, stream);
                stepper.end();
            },
            stepper_);
    }

    void set_obstacles(const std::vector<Obstacle>& obstacles, Stream stream)
    {
        require_not_lost_by_fork(backend_);
        Problem changed = with_obstacles(problem_, obstacles);
        std::visit([&](auto& stepper) { stepper.set_obstacles(changed, stream); }, stepper_);
        problem_ = std::move(changed);
    }

    void step(double time_step, Stream stream)
    {
        of_step(time_step, [&](auto& stepper) { stepper.step(time_step, stream); });
    }

    void step(double time_step, const std::array<FaceValues, 3>& ends, Stream stream)
    {
        of_step(time_step, [&](auto& stepper) {
            Problem last = with_faces(problem_, ends[2]);
            const std::array problems{balanced(with_faces(problem_, ends[0])).problem,
                                      balanced(with_faces(problem_, ends[1])).problem,
                                      balanced(last).problem};
            stepper.step(time_step, problems, stream);
            problem_ = std::move(last);
        });
    }

    void step(double time_step, const std::array<FaceArrays, 3>& ends, Stream stream)
    {
        of_step(time_step, [&](auto& stepper) {
            for (const FaceArrays& arrays : ends) {
                validate_arrays(problem_, arrays);
            }
            stepper.step(time_step, ends, stream);
        });
    }

    /// Calls step(stepper) unless a step of this length or before start() is refused.
    template <typename Step>
    void of_step(double time_step, const Step& step)
    {
        require_not_lost_by_fork(backend_);
        if (!(time_step > 0.0) || !std::isfinite(time_step)) {
            throw std::invalid_argument{"a time step of " + six_digits(time_step) +
                                        " was asked for (time goes forward): give a finite one "
                                        "above 0"};
        }
        std::visit(
            [&](auto& stepper) {
                if (!stepper.has_begun()) {
                    throw std::logic_error{
                        "a step was asked for before the flow has a velocity: call start() or "
                        "resume() first"};
                }
                step(stepper);
            },
            stepper_);
    }

    void exchange_alone(Stream stream)
    {
        require_not_lost_by_fork(backend_);
        std::visit([&](auto& stepper) { stepper.exchange_alone(stream); }, stepper_);
    }

    template <typename T>
    void set_scalar(const T* values, Stream stream, int number)
    {
        refuse_null(values);
        with_scalar(of<T>(), number).set_scalar(values, stream, number);
    }

    template <typename T>
    void scalar(T* values, Stream stream, int number) const
    {
        refuse_null(values);
        with_scalar(of<T>(), number).scalar(values, stream, number);
    }

    void set_force(const std::array<double, 3>& force)
    {
        if (!all_finite(force)) {
            throw std::invalid_argument{"a force of a flow is not finite: give numbers"};
        }
        std::visit([&](auto& stepper) { stepper.set_force(force); }, stepper_);
        problem_.force = force;
    }

    void set_time(double time)
    {
        if (!std::isfinite(time)) {
            throw std::invalid_argument{"the time of a flow is not finite: give a number"};
        }
        std::visit([&](auto& stepper) { stepper.set_time(time); }, stepper_);
    }

    template <typename T>
    void velocity(T* u, T* v, T* w, Stream stream) const
    {
        refuse_null(u, v, w);
        refuse_odd_addresses(u, v, w);
        refuse_overlap(u, v, w);
        of<T>().velocity({u, v, w}, stream);
    }

    template <typename T>
    void pressure(T* p, Stream stream) const
    {
        refuse_null(p);
        of<T>().pressure(p, stream);
    }

    template <typename T>
    void state(T* values, Stream stream) const
    {
        refuse_null(values);
        refuse_odd_addresses(values);
        of<T>().state(values, stream);
    }

    /// Returns the result of `call` for the stepper.
    template <typename Call>
    [[nodiscard]] auto ask(const Call& call) const
    {
        return std::visit([&](const auto& stepper) { return call(stepper); }, stepper_);
    }

    [[nodiscard]] const Problem& problem() const { return problem_; }
    [[nodiscard]] Backend backend() const { return backend_; }
    [[nodiscard]] poisson::Planes planes() const
    {
        return {.first = placement_.slab.first, .count = placement_.slab.count};
    }

private:
    template <typename... Arrays>
    static void refuse_null(Arrays... arrays)
    {
        const bool any_is_null = ((arrays == nullptr) || ...);
        if (any_is_null) {
            throw std::invalid_argument{
                "an array of a flow is null: give memory for one value of each cell"};
        }
    }

    /// Throws unless arrays begin at multiples of the 16 bytes in which kernels on a GPU write rows
    /// that consist of such pieces.
    template <typename T, typename... Arrays>
    void refuse_odd_addresses(const T* first, Arrays... others) const
    {
        constexpr std::uintptr_t alignment = 16;
        constexpr auto piece = static_cast<std::int64_t>(alignment / sizeof(T));
        const auto is_odd = [](const T* array) {
            return reinterpret_cast<std::uintptr_t>(array) % alignment != 0;
        };
        const bool any_is_odd = (is_odd(first) || ... || is_odd(others));
        const bool on_host = ask([](const auto& one) { return one.machine().memory().is_host(); });
        if (!on_host && problem_.grid.axes[0].cells % piece == 0 && any_is_odd) {
            throw std::invalid_argument{
                "an array of a flow is not aligned to 16 bytes (it is written in pieces of that "
                "size): begin it at a multiple of them"};
        }
    }

    template <typename T>
    void refuse_overlap(const T* u, const T* v, const T* w) const
    {
        const std::int64_t cells = points(problem_, placement_.slab);
        std::array arrays{u, v, w};
        std::ranges::sort(arrays, std::less<const T*>{});
        if (arrays[1] - arrays[0] < cells || arrays[2] - arrays[1] < cells) {
            throw std::invalid_argument{
                "the arrays of a velocity overlap (one would overwrite the other): give three "
                "arrays apart from each other"};
        }
    }

    template <typename AnyStepper>
    static AnyStepper& with_scalar(AnyStepper& stepper, int number)
    {
        if (number < 0 || number >= stepper.scalars()) {
            throw std::logic_error{
                stepper.scalars() == 0
                    ? std::string{"a scalar was asked for that the flow does not carry: give "
                                  "Problem::scalar"}
                    : "the scalar of number " + std::to_string(number) +
                          " was asked for, but the flow carries " +
                          std::to_string(stepper.scalars()) + ": count from 0"};
        }
        return stepper;
    }

    template <typename T>
    [[nodiscard]] Stepper<T>& of()
    {
        require_not_lost_by_fork(backend_);
        return in_precision<Stepper<T>>(stepper_);
    }
    template <typename T>
    [[nodiscard]] const Stepper<T>& of() const
    {
        require_not_lost_by_fork(backend_);
        return in_precision<Stepper<T>>(stepper_);
    }

    Problem problem_;
    Backend backend_;
    Placement placement_;
    AnyStepper stepper_;
};

Solver::Solver(const Problem& problem, const SolverOptions& options)
    : implementation_{std::make_unique<Implementation>(problem, nullptr, options)}
{
    runtime::wait_for_kernels();
}
Solver::Solver(const Problem& problem, const Communicator& ranks, const SolverOptions& options)
    : implementation_{std::make_unique<Implementation>(problem, &ranks, options)}
{
    runtime::wait_for_kernels();
}
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;
Solver::~Solver() = default;

void Solver::start(const double* u, const double* v, const double* w, Stream stream)
{
    implementation_->start(u, v, w, stream);
}

void Solver::start(const float* u, const float* v, const float* w, Stream stream)
{
    implementation_->start(u, v, w, stream);
}

void Solver::resume(const double* state, Stream stream)
{
    implementation_->resume(state, stream);
}

void Solver::resume(const float* state, Stream stream)
{
    implementation_->resume(state, stream);
}

void Solver::set_force(const std::array<double, 3>& force)
{
    implementation_->set_force(force);
}

void Solver::set_time(double time)
{
    implementation_->set_time(time);
}

void Solver::set_faces(const FaceValues& values, Stream stream)
{
    implementation_->set_faces(values, stream);
}

void Solver::set_obstacles(const std::vector<Obstacle>& obstacles, Stream stream)
{
    implementation_->set_obstacles(obstacles, stream);
}

void Solver::step(double time_step, Stream stream)
{
    implementation_->step(time_step, stream);
}

void Solver::step(double time_step, const std::array<FaceValues, 3>& ends, Stream stream)
{
    implementation_->step(time_step, ends, stream);
}

void Solver::set_faces(const FaceArrays& arrays, Stream stream)
{
    implementation_->set_faces(arrays, stream);
}

void Solver::step(double time_step, const std::array<FaceArrays, 3>& ends, Stream stream)
{
    implementation_->step(time_step, ends, stream);
}

Observed Solver::observed_and_wait() const
{
    require_not_lost_by_fork(backend());
    return implementation_->ask([](const auto& stepper) { return stepper.observed_and_wait(); });
}

double Solver::obstacle_rate() const
{
    return implementation_->ask([](const auto& stepper) { return stepper.obstacle_rate(); });
}

ClosingUse Solver::closing_use() const
{
    return implementation_->ask([](const auto& stepper) { return stepper.closing_use(); });
}

std::vector<ObstacleForce> Solver::obstacle_forces_and_wait(Stream stream) const
{
    require_not_lost_by_fork(backend());
    return implementation_->ask(
        [&](const auto& stepper) { return stepper.obstacle_forces_and_wait(stream); });
}

void Solver::velocity(double* u, double* v, double* w, Stream stream) const
{
    implementation_->velocity(u, v, w, stream);
}

void Solver::velocity(float* u, float* v, float* w, Stream stream) const
{
    implementation_->velocity(u, v, w, stream);
}

void Solver::pressure(double* p, Stream stream) const
{
    implementation_->pressure(p, stream);
}

void Solver::pressure(float* p, Stream stream) const
{
    implementation_->pressure(p, stream);
}

void Solver::set_scalar(const double* values, Stream stream, int number)
{
    implementation_->set_scalar(values, stream, number);
}

void Solver::set_scalar(const float* values, Stream stream, int number)
{
    implementation_->set_scalar(values, stream, number);
}

void Solver::scalar(double* values, Stream stream, int number) const
{
    implementation_->scalar(values, stream, number);
}

void Solver::scalar(float* values, Stream stream, int number) const
{
    implementation_->scalar(values, stream, number);
}

void Solver::state(double* values, Stream stream) const
{
    implementation_->state(values, stream);
}

void Solver::state(float* values, Stream stream) const
{
    implementation_->state(values, stream);
}

std::int64_t Solver::state_values() const
{
    return implementation_->ask([](const auto& stepper) { return stepper.state_values(); });
}

const Problem& Solver::problem() const
{
    return implementation_->problem();
}

Backend Solver::backend() const
{
    return implementation_->backend();
}

std::size_t Solver::memory_bytes() const
{
    return implementation_->ask([](const auto& stepper) { return stepper.memory_bytes(); });
}

void Solver::exchange_alone(Stream stream)
{
    implementation_->exchange_alone(stream);
}

ExchangeUse Solver::take_exchange_use_and_wait() const
{
    return implementation_->ask(
        [](const auto& stepper) { return stepper.take_exchange_use_and_wait(); });
}

poisson::Planes Solver::planes() const
{
    return implementation_->planes();
}

std::string Solver::describe() const
{
    return flow::describe(problem()) + ": " +
           implementation_->ask([](const auto& stepper) { return stepper.machine().describe(); });
}

}  // namespace tobiuo::flow
