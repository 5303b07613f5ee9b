// SPDX-License-Identifier: BSD-3-Clause
// Runs the program of a solve on a machine: its arrays, and its steps ready to run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <tobiuo/stream.hpp>

#include "kernels/fft/kernel/functions.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/precision.hpp"
#include "solvers/poisson/program/ready_step.hpp"
#include "solvers/poisson/program/solve_program.hpp"

namespace tobiuo::poisson {

/// A value in an array of the machine, when the work on the stream is done.
[[nodiscard]] double value_and_wait(const runtime::Machine& machine, Precision precision,
                                    const void* from, Stream stream);

/// Order     enqueue() enqueues all steps on the stream; it neither allocates nor waits.
/// Sharing   one execution at a time on a device, whose arrays it shares; any number on the host.
class Executor {
public:
    /// Allocates the arrays and makes the steps. With `load` the first step, which is a pass of
    /// transforms, reads what that gives instead of f. The machine must outlive this object. Throws
    /// DeviceError.
    Executor(const runtime::Machine& machine, const SolveBackEnd& back_end,
             const SolveProgram& program, const fft::PlaceFunction& load = {});

    /// Runs with the work array of `arrays`, or with its own if it has one.
    void enqueue(SolveArrays arrays, Stream stream) const;

    /// The mean of f that the last execution on the stream removed, on a device; of several problems
    /// that of the first.
    [[nodiscard]] double removed_mean_and_wait(Stream stream) const;
    /// That of each problem, or of each execution whose mean keep_removed() has copied to `from`.
    [[nodiscard]] std::vector<double> removed_means_and_wait(Stream stream,
                                                             const void* from = nullptr,
                                                             std::int64_t count = 0) const;
    /// Enqueues a copy of the mean of the execution before, of a value, to an array of the machine.
    void keep_removed(void* to, Stream stream) const;

    [[nodiscard]] const runtime::Array& array(ArrayName name) const
    {
        return arrays_.at(static_cast<std::size_t>(name));
    }
    /// Bytes of the arrays, and of those that a call takes on the host.
    [[nodiscard]] std::size_t bytes() const;

private:
    [[nodiscard]] const void* constant() const { return array(ArrayName::constant).data(); }

    const runtime::Machine* machine_;
    Precision precision_;
    double round_trip_;
    std::int64_t problems_;
    MachineArrays arrays_;
    std::optional<ProductPlace> between_products_;
    std::vector<bool> is_product_;  ///< of the steps
    std::vector<std::unique_ptr<const ReadyStep>> steps_;
};

}  // namespace tobiuo::poisson
