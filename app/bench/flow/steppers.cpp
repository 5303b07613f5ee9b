// SPDX-License-Identifier: BSD-3-Clause
// Our flow solver, and on the CPU the stages of it without the projections that end them.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

#include "app/bench/flow/flow_example.hpp"
#include "app/bench/measurement.hpp"
#include "app/machine/host.hpp"
#include "runtime/device/out_of_memory.hpp"
#include "runtime/seconds_since.hpp"
#include "solvers/flow/adjoint/adjoint_sweep.hpp"
#include "solvers/flow/box_tables.hpp"
#include "solvers/flow/flow_machine.hpp"
#include "solvers/flow/value_count.hpp"

namespace tobiuo::flow_bench {
namespace {

template <typename T>
class OurStepper final : public Stepper {
public:
    OurStepper(const Example& example, const bench::MachineKind& machine, int device, bool graphs)
        : example_{example},
          points_{static_cast<std::size_t>(flow::points(example.problem))},
          machine_{machine.make(device)},
          stream_{machine_->make_stream()},
          solver_{example.problem, {.backend = machine.backend, .graphs = graphs}}
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            arrays_.at(axis) = machine_->allocate(points_ * sizeof(T));
            velocity_.at(axis) = arrays_.at(axis).template as<T>();
        }
    }

    void start_and_wait(const Fields& velocity) override
    {
        write_and_wait(velocity, velocity_, *machine_, stream_.get());
        solver_.start(velocity_[0], velocity_[1], velocity_[2], stream_.get());
        machine_->wait(stream_.get());
    }

    [[nodiscard]] double time_and_wait(double time_step, std::int64_t steps) override
    {
        return machine_->time_and_wait(stream_.get(), [&] {
            for (std::int64_t step = 0; step < steps; ++step) {
                solver_.step(example_.length_of(step, time_step), stream_.get());
            }
        });
    }

    [[nodiscard]] Fields velocity_and_wait() override
    {
        solver_.velocity(velocity_[0], velocity_[1], velocity_[2], stream_.get());
        return read_and_wait(velocity_, points_, *machine_, stream_.get());
    }

    [[nodiscard]] std::size_t memory_bytes() const override { return solver_.memory_bytes(); }
    [[nodiscard]] std::string describe() const override { return solver_.describe(); }

private:
    Example example_;
    std::size_t points_;
    std::unique_ptr<const runtime::Machine> machine_;
    runtime::OwnStream stream_;
    flow::Solver solver_;
    std::array<runtime::Array, 3> arrays_;
    std::array<T*, 3> velocity_{};
};

template <typename T>
class Gradients final : public Stepper {
public:
    Gradients(const Example& example, const bench::MachineKind& machine, int device, int steps,
              double time_step)
        : points_{static_cast<std::size_t>(flow::points(example.problem))},
          machine_{machine.make(device)},
          stream_{machine_->make_stream()},
          steps_{steps},
          adjoint_{example.problem, time_step, steps, {.solver = {.backend = machine.backend}}}
    {
        const std::size_t bytes = (example.problem.scalar ? 4 : 3) * points_ * sizeof(T);
        for (runtime::Array& array : states_) {
            array = machine_->zeros_and_wait(bytes);
        }
    }

    void start_and_wait(const Fields& velocity) override
    {
        write_and_wait(velocity, components_of(states_[0]), *machine_, stream_.get());
    }

    /// Steps have the length of the adjoint.
    [[nodiscard]] double time_and_wait(double /*time_step*/, std::int64_t steps) override
    {
        const std::int64_t times = (steps + steps_ - 1) / steps_;
        const double seconds = machine_->time_and_wait(stream_.get(), [&] {
            for (std::int64_t time = 0; time < times; ++time) {
                adjoint_.advance(states_[0].template as<T>(), flow::Begin::start,
                                 states_[1].template as<T>(), stream_.get());
                adjoint_.backward(states_[1].template as<T>(), states_[2].template as<T>(),
                                  stream_.get());
            }
        });
        return seconds * static_cast<double>(steps) / static_cast<double>(times * steps_);
    }

    [[nodiscard]] Fields velocity_and_wait() override
    {
        return read_and_wait(components_of(states_[1]), points_, *machine_, stream_.get());
    }

    [[nodiscard]] std::size_t memory_bytes() const override { return adjoint_.memory_bytes(); }
    [[nodiscard]] std::string describe() const override
    {
        return std::to_string(steps_) + " steps forwards and back";
    }

private:
    [[nodiscard]] std::array<T*, 3> components_of(const runtime::Array& state) const
    {
        T* const first = state.template as<T>();
        return {first, first + points_, first + 2 * points_};
    }

    std::size_t points_;
    std::unique_ptr<const runtime::Machine> machine_;
    runtime::OwnStream stream_;
    std::int64_t steps_;
    std::array<runtime::Array, 3> states_;  ///< the first one, the last one, the gradient
    flow::Adjoint adjoint_;
};

/// Throws NotPlanned if the arrays of gradients, and the velocities of all that are compared later, do not
/// fit into what is free now.
void require_gradients_fit(const Example& example, const bench::MachineKind& machine, int device,
                           int steps)
{
    const double velocities =
        machine.is_device ? 0.0 : 9.0 * static_cast<double>(sizeof(double)) * example.points();
    const double needed = gradient_bytes(example, steps) + velocities;
    const auto free = static_cast<double>(machine.free_bytes(device));
    if (needed > free) {
        throw bench::NotPlanned{fmt::format("its arrays need {} {}, {} are free",
                                            bytes_text(needed), machine.where, bytes_text(free))};
    }
}

/// The stages of our solver on the CPU without the projections, with its arrays and threads. The
/// time step is 0, whatever is asked for: a velocity that nothing projects stays what it is, and each
/// stage moves the same words.
template <typename T>
class HostPredictors final : public Stepper {
public:
    explicit HostPredictors(const Example& example)
        : points_{static_cast<std::size_t>(flow::points(example.problem))},
          machine_{flow::make_host_machine<T>(example.problem, flow::whole(example.problem), 0)},
          tables_{example.problem},
          box_{tables_.box(machine_.upload(tables_.values()))}
    {
        arrays_.impulse = machine_.allocate(points_);
        for (int axis = 0; axis < 3; ++axis) {
            velocity_[axis] = machine_.allocate(points_);
            next_[axis] = machine_.allocate(points_);
            arrays_.rates[axis] = machine_.allocate(points_);
        }
    }

    void start_and_wait(const Fields& velocity) override
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            std::copy(velocity.at(axis).begin(), velocity.at(axis).end(), velocity_[axis]);
        }
    }

    [[nodiscard]] double time_and_wait(double /*time_step*/, std::int64_t steps) override
    {
        const auto start = std::chrono::steady_clock::now();
        for (std::int64_t step = 0; step < steps; ++step) {
            for (int number = 0; number < flow::stages_of_step; ++number) {
                advance(number);
            }
        }
        return seconds_since(start);
    }

    [[nodiscard]] Fields velocity_and_wait() override
    {
        Fields fields;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            fields.at(axis).assign(velocity_[axis], velocity_[axis] + points_);
        }
        return fields;
    }

    [[nodiscard]] std::size_t memory_bytes() const override { return machine_.memory_bytes(); }
    [[nodiscard]] std::string describe() const override { return machine_.describe(); }

private:
    /// Advances by a stage as Stepper does: the first stage finds the measures of the step.
    void advance(int number)
    {
        for (int axis = 0; axis < 3; ++axis) {
            arrays_.velocity[axis] = velocity_[axis];
            arrays_.next[axis] = next_[axis];
        }
        machine_.kernels().advance(box_, arrays_, flow::stages[number], 0.0,
                                   !flow::stages[number].uses_old, nullptr);
        std::swap(velocity_, next_);
    }

    std::size_t points_;
    flow::FlowMachine<T> machine_;
    flow::BoxTables<T> tables_;
    flow::Box<T> box_;
    flow::StageArrays<T> arrays_;
    T* velocity_[3];
    T* next_[3];
};

}  // namespace

std::unique_ptr<Stepper> make_our_stepper(const Example& example, const bench::MachineKind& machine,
                                          int device, bool graphs)
{
    if (example.problem.precision == Precision::fp32) {
        return std::make_unique<OurStepper<float>>(example, machine, device, graphs);
    }
    return std::make_unique<OurStepper<double>>(example, machine, device, graphs);
}

double gradient_bytes(const Example& example, int steps)
{
    const flow::Problem& problem = example.problem;
    const double quantities = problem.scalar ? 4.0 : 3.0;
    const std::int64_t kept = flow::kept_states(steps, flow::chosen_steps_between(steps, 0));
    const auto states = static_cast<double>(kept + 3);  // the first one, the last one, the gradient
    const double arrays = problem.scalar ? 21.0 : 16.0;
    double padded = 1.0;  // 2 of these arrays of each quantity have a cell more at each end
    for (const std::int64_t cells : example.cells) {
        padded *= static_cast<double>(cells + 2) / static_cast<double>(cells);
    }
    const double of_force = 3.0 * std::min(1.0, 65536.0 / example.points());
    const double of_solver = static_cast<double>(flow::step_values(problem)) / example.points();
    const auto bytes = static_cast<double>(bytes_per_value(problem.precision));
    return example.points() *
           (bytes * (of_solver + arrays + 2.0 * quantities * (padded - 1.0) + quantities * states) +
            static_cast<double>(sizeof(double)) * (quantities - 2.0 + of_force));
}

std::unique_ptr<Stepper> make_gradients(const Example& example, const bench::MachineKind& machine,
                                        int device, int steps, double time_step)
{
    if (const auto reason = flow::adjoint_unsupported_reason(example.problem, machine.backend)) {
        throw bench::NotPlanned{*reason};
    }
    require_gradients_fit(example, machine, device, steps);
    try {
        if (example.problem.precision == Precision::fp32) {
            return std::make_unique<Gradients<float>>(example, machine, device, steps, time_step);
        }
        return std::make_unique<Gradients<double>>(example, machine, device, steps, time_step);
    } catch (const device::OutOfMemory& error) {
        throw bench::NotPlanned{error.what()};
    } catch (const std::bad_alloc&) {
        throw bench::NotPlanned{"its arrays do not fit into memory of the host"};
    }
}

std::unique_ptr<Stepper> make_host_predictors(const Example& example)
{
    if (example.problem.precision == Precision::fp32) {
        return std::make_unique<HostPredictors<float>>(example);
    }
    return std::make_unique<HostPredictors<double>>(example);
}

}  // namespace tobiuo::flow_bench
