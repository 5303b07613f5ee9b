// SPDX-License-Identifier: BSD-3-Clause
// What a back end contributes to solves: how it plans a program, and its steps ready to run.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <tobiuo/backend.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/host/plan.hpp"
#include "kernels/fft/kernel/functions.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/program/solve_program.hpp"

namespace tobiuo::poisson {

/// What whoever makes a solver may choose.
struct SolveChoices {
    /// The lambdas of the problems of a batch, of which one step solves all, see
    /// SolveBackEnd::fuses; without them there is one problem, with its own.
    std::vector<double> lambdas = {};
    /// Tuned configurations of the passes. If null, those known for the device are used; with an
    /// empty table the cost model chooses every configuration.
    const fft::TunedTable* table = nullptr;
    /// On a CUDA device, a function that gives f to a solve of MachineSolver::solve_loaded().
    fft::PlaceFunction load = {};
    /// If not given, those of the device.
    std::optional<fft::DeviceLimits> limits = {};
    fft::Effort effort = fft::Effort::estimate;  ///< of plans on the CPU
    int threads = 0;                             ///< on the CPU; 0: as many as the size is worth
    /// Whether the program is not run: arrays that take time to compute have no values.
    bool on_paper = false;
};

/// The arrays of one execution: addresses of the machine's memory, with OpenCL its buffers.
struct SolveArrays {
    const void* f = nullptr;
    void* u = nullptr;
    void* work = nullptr;        ///< null if the program has none
    void* field = nullptr;       ///< between products; null if the program has none
    const void* data = nullptr;  ///< what the function of the first step receives
    double* removed = nullptr;   ///< where a step of the host adds the mean that it removes from f

    [[nodiscard]] void* place(ProductPlace name) const
    {
        // A product does not write to f.
        return name == ProductPlace::f   ? const_cast<void*>(f)  // NOLINT(*-const-cast)
               : name == ProductPlace::u ? u
                                         : field;
    }
    /// Where systems are solved.
    [[nodiscard]] void* between() const { return work != nullptr ? work : u; }
};

/// A step that is compiled and has its tables.
class ReadyStep {
public:
    ReadyStep() = default;
    ReadyStep(const ReadyStep&) = delete;
    ReadyStep& operator=(const ReadyStep&) = delete;
    virtual ~ReadyStep() = default;

    /// Enqueues it; on the host it is done when the call returns.
    virtual void enqueue(const SolveArrays& arrays, Stream stream) const = 0;

    /// Bytes of memory that each call takes by itself, on the host.
    [[nodiscard]] virtual std::size_t bytes_of_call() const { return 0; }
};

/// The arrays of a program in the memory of a machine.
using MachineArrays = std::array<runtime::Array, static_cast<std::size_t>(ArrayName::count)>;

/// What a step is made from besides itself.
struct StepContext {
    const SolveProgram& program;
    const MachineArrays& arrays;
    const fft::PlaceFunction& load;  ///< for passes of transforms that read f; wanted or not

    [[nodiscard]] void* address(ArrayName name) const
    {
        return arrays.at(static_cast<std::size_t>(name)).data();
    }
    /// Where the mode without an eigenvalue goes; null if all modes have one.
    [[nodiscard]] void* constant() const
    {
        return program.has_null_space ? address(ArrayName::constant) : nullptr;
    }
};

/// How a solver takes arrays in host memory.
enum class HostArrays {
    as_they_are,
    copied,   ///< whole
    visiting  ///< in parts, see OutOfCardSolver, or copied whole
};

struct SolveBackEnd {
    /// The program of a valid problem on the current device. Throws std::invalid_argument for what
    /// the back end cannot do, as one sentence with the cure; DeviceError.
    SolveProgram (*plan)(const Problem& problem, const SolveChoices& choices);
    /// Makes a step on the current device. Throws DeviceError.
    std::unique_ptr<const ReadyStep> (*prepare)(const SolveStep& step, const StepContext& context);
    /// Arrays begin at multiples of so many bytes, and of those of a value; 0 for handles of buffers.
    std::size_t alignment;
    HostArrays host_arrays = HostArrays::as_they_are;
    /// Whether steps are made side by side, by threads.
    bool prepares_side_by_side;
    /// Whether one step solves a batch of a valid problem, on the current device; it depends on the
    /// shape only. Null where no step does.
    bool (*fuses)(const Problem& problem) = nullptr;

    [[nodiscard]] bool has_buffers() const { return alignment == 0; }
    [[nodiscard]] bool has_own_memory() const { return host_arrays != HostArrays::as_they_are; }
};

[[nodiscard]] const SolveBackEnd& solve_on_host();
[[nodiscard]] const SolveBackEnd& solve_on_cuda();
[[nodiscard]] const SolveBackEnd& solve_on_opencl();

[[nodiscard]] inline const SolveBackEnd& solve_on(Backend backend)
{
    return backend == Backend::cuda     ? solve_on_cuda()
           : backend == Backend::opencl ? solve_on_opencl()
                                        : solve_on_host();
}

}  // namespace tobiuo::poisson
