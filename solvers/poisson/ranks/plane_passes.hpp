// SPDX-License-Identifier: BSD-3-Clause
// The transforms of a rank's planes along x and y, on any machine.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <tobiuo/stream.hpp>

#include "runtime/machine/machine.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/host/outer_transforms.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/program/executor.hpp"
#include "solvers/poisson/program/solve_program.hpp"

namespace tobiuo::poisson {

/// The programs of the transforms and of their inverse.
struct PlanePrograms {
    SolveProgram forward;
    SolveProgram inverse;
};

/// On a device: `schedule` is that of `planes` planes, between whose passes the systems are solved.
[[nodiscard]] PlanePrograms plane_programs(const Problem& problem, std::int64_t planes,
                                           const SolveSchedule& schedule);
/// On the host.
template <typename T>
[[nodiscard]] PlanePrograms plane_programs(std::shared_ptr<const OuterTransforms<T>> transforms);

/// The transforms of `planes` planes on the host.
template <typename T>
[[nodiscard]] std::shared_ptr<const OuterTransforms<T>> plane_transforms(const Problem& problem,
                                                                         std::int64_t planes,
                                                                         int threads);

/// The programs, ready to run.
class PlanePasses {
public:
    /// The machine must outlive this object. `load` gives f to the forward transforms, if it is
    /// wanted. Throws DeviceError.
    PlanePasses(const runtime::Machine& machine, const PlanePrograms& programs,
                const fft::PlaceFunction& load = {})
        : forward_{machine, solve_on(machine.backend()), programs.forward, load},
          inverse_{machine, solve_on(machine.backend()), programs.inverse}
    {
    }

    /// Enqueues the transforms of f, by way of the padded rows `work` if there are some.
    void forward(const void* f, void* u, void* work, Stream stream) const
    {
        forward_.enqueue({.f = f, .u = u, .work = work}, stream);
    }
    /// Enqueues the transforms of the f that the function gives with `data`.
    void forward_loaded(const void* data, void* u, void* work, Stream stream) const
    {
        forward_.enqueue({.f = u, .u = u, .work = work, .data = data}, stream);
    }
    void inverse(void* u, void* work, Stream stream) const
    {
        inverse_.enqueue({.f = u, .u = u, .work = work}, stream);
    }

    /// Bytes of both, which take the same memory one after the other.
    [[nodiscard]] std::size_t bytes() const { return std::max(forward_.bytes(), inverse_.bytes()); }

private:
    Executor forward_;
    Executor inverse_;
};

}  // namespace tobiuo::poisson
