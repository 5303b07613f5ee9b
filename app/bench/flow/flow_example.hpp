// SPDX-License-Identifier: BSD-3-Clause
// The flows that are measured, and who advances them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <tobiuo/flow.hpp>

#include "app/bench/machines.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "runtime/machine/machine.hpp"

namespace tobiuo::flow_bench {

/// A flow by name: "box" (periodic, the vortices of Taylor and Green at Re 1600), "one-projection" (the
/// same with one projection a step), "channel" (walls
/// across z, which is stretched), "channel-y" (the same across y), "channel-implicit" (with implicit
/// diffusion along z), "cavity" (walls all around), "sphere" (the box with a sphere at rest, an
/// eighth of its width across) or "sphere-closed" (the same as a closed body).
struct Example {
    std::string name;
    std::vector<std::int64_t> cells;  ///< x first
    flow::Problem problem;
    /// Steps that are taken before any is measured: around a closed body those of a beginning at once
    /// take more solves than later ones.
    std::int64_t steps_before = 0;

    /// "box 512x512x512, single".
    [[nodiscard]] std::string describe() const;
    [[nodiscard]] double points() const { return static_cast<double>(flow::points(problem)); }

    /// The length of a step: `time_step`, or with implicit diffusion a little less in every other
    /// one, for lengths that follow the velocity change in every step, and then systems are
    /// eliminated anew.
    [[nodiscard]] double length_of(std::int64_t step, double time_step) const
    {
        return problem.implicit_diffusion && step % 2 == 1 ? 0.999 * time_step : time_step;
    }
};

[[nodiscard]] const std::vector<std::string>& example_names();

/// Throws std::invalid_argument for what the solver refuses.
[[nodiscard]] Example make_example(const std::string& name, std::vector<std::int64_t> cells,
                                   Precision precision);

/// The velocity that an example begins with, in double precision: u, v and w.
using Fields = std::array<std::vector<double>, 3>;
[[nodiscard]] Fields initial_velocity(const Example& example);
/// The velocity in `count` planes of z from plane `first` on.
[[nodiscard]] Fields initial_velocity(const Example& example, std::int64_t first,
                                      std::int64_t count);

/// Copies fields to arrays of a machine in the precision T, and back.
template <typename T>
void write_and_wait(const Fields& fields, const std::array<T*, 3>& arrays,
                    const runtime::Machine& machine, Stream stream)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::vector<T> values(fields.at(axis).begin(), fields.at(axis).end());
        machine.write_and_wait(arrays.at(axis), std::as_bytes(std::span{values}), stream);
    }
}
template <typename T>
[[nodiscard]] Fields read_and_wait(const std::array<T*, 3>& arrays, std::size_t points,
                                   const runtime::Machine& machine, Stream stream)
{
    Fields fields;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::vector<T> values(points);
        machine.read_and_wait(std::as_writable_bytes(std::span{values}), arrays.at(axis), stream);
        fields.at(axis).assign(values.begin(), values.end());
    }
    return fields;
}

/// Who advances a flow. On a device, work is enqueued on a stream of its own.
class Stepper {
public:
    Stepper() = default;
    Stepper(const Stepper&) = delete;
    Stepper& operator=(const Stepper&) = delete;
    virtual ~Stepper() = default;

    /// Begins with a velocity, and waits.
    virtual void start_and_wait(const Fields& velocity) = 0;
    /// The seconds of so many steps.
    [[nodiscard]] virtual double time_and_wait(double time_step, std::int64_t steps) = 0;
    [[nodiscard]] virtual Fields velocity_and_wait() = 0;
    [[nodiscard]] virtual std::size_t memory_bytes() const = 0;
    [[nodiscard]] virtual std::string describe() const = 0;
    /// The version of the library that it uses; empty for ours.
    [[nodiscard]] virtual std::string version() const { return ""; }
};

/// Our solver on a machine, on CUDA device `device` with graphs or without. Throws as flow::Solver
/// does.
[[nodiscard]] std::unique_ptr<Stepper> make_our_stepper(const Example& example,
                                                        const bench::MachineKind& machine,
                                                        int device = 0, bool graphs = true);

/// So many of our steps of this length and then back, for the gradients of what they leave: flow::Adjoint.
/// The seconds are those of a part of them. Throws bench::NotPlanned for flows that have none or where
/// memory is too small, else as flow::Adjoint does.
[[nodiscard]] std::unique_ptr<Stepper> make_gradients(const Example& example,
                                                      const bench::MachineKind& machine, int device,
                                                      int steps, double time_step);

/// About the bytes that these take on a machine.
[[nodiscard]] double gradient_bytes(const Example& example, int steps);

/// The three stages of our step on the CPU without the projections between them, by the machine of
/// the solver; they leave the velocity as it is. Throws as flow::Solver does.
[[nodiscard]] std::unique_ptr<Stepper> make_host_predictors(const Example& example);

/// Steps of a periodic box as one writes them first: a kernel for the rates, one for the
/// divergence, cuFFT's transforms and a division, a kernel for the projection. They compute what
/// our solver computes. Throws bench::NotPlanned, device::DeviceError.
[[nodiscard]] std::unique_ptr<Stepper> make_straight_stepper(const Example& example, int device);

/// The kernels of the straight steps, for tests that compile them; in builds with CUDA.
[[nodiscard]] std::vector<device::Specialisation> straight_specialisations(const Example& example);

}  // namespace tobiuo::flow_bench
