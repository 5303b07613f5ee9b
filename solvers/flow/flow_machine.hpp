// SPDX-License-Identifier: BSD-3-Clause
// What the steps of a flow have on any machine: arrays, kernels over them, and Poisson's equation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tobiuo/flow/problem.hpp>
#include <tobiuo/poisson/distributed_solver.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/flow/eddy_items.hpp"
#include "kernels/flow/elimination/elimination.hpp"
#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/implicit_stage.hpp"
#include "kernels/flow/measure_row.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/ranks/exchange.hpp"
#include "solvers/flow/placed_solver.hpp"
#include "solvers/flow/slab.hpp"
#include "solvers/poisson/ranks/near_solver.hpp"

namespace tobiuo::flow {

/// The kernels of a flow on one back end. A device enqueues on the stream; the host has done its
/// work when a call returns. The functions own what they work with.
template <typename T>
struct FlowKernels {
    using Velocity = const T* const (&)[3];

    std::string description;
    std::size_t bytes = 0;  ///< that the kernels own

    /// A stage. `observes`: it also finds the measures of the velocity before it.
    std::function<void(const Box<T>&, const StageArrays<T>&, const Stage&, double time_step,
                       bool observes, Stream)>
        advance;
    /// A stage of the scalar.
    std::function<void(const Box<T>&, const StageArrays<T>&, const Stage&, double time_step,
                       Stream)>
        advance_scalar;
    std::function<void(const FindViscosity<T>&, Stream)> find_viscosity;
    /// The measures that the last advance() with `observes` finds.
    std::function<Measures()> measures_and_wait;
    std::function<void(const Box<T>&, Velocity, const T* impulse, T* const (&out)[3], Stream)>
        project;
    std::function<void(const Box<T>&, Velocity, T* divergence, Stream)> find_divergence;
    /// What SolveChoices::load needs to find the divergence, in device memory.
    std::function<const void*(const Box<T>&, Velocity, Stream)> divergence_data;
    /// Gives the memory of divergence_data() so far to later calls, in the order of their streams.
    std::function<void()> renew_divergence_data = [] {};
    /// Makes the systems of solve_implicit() for the length of a step.
    std::function<void(const Elimination<T>&, Stream)> eliminate;
    std::function<void(const ImplicitStage<T>&, Stream)> solve_implicit;
    std::function<void(const PressureRise<T>&, Stream)> raise_pressure;

    /// Whether the caller captures what is enqueued on the stream, so that it may run again when
    /// memory of the host that it reads holds something else.
    std::function<bool(Stream)> is_captured = [](Stream) { return false; };
    /// Enqueues the work that `enqueue` asks of the machine with the same stream: kernels only, no
    /// copies and no waits. A device may launch it as one graph if it comes again and again. `key`
    /// tells apart pieces of work with exchanged arrays.
    std::function<void(const void* key, const std::function<void()>& enqueue, Stream)> run_again =
        [](const void*, const std::function<void()>& enqueue, Stream) { enqueue(); };
    /// How often run_again() has launched a graph.
    std::function<std::int64_t()> graph_launches = [] { return 0; };
};

/// Arrays, kernels and solvers of a flow on a machine.
template <typename T>
class FlowMachine {
public:
    /// The projection is solved with these choices. Throws as poisson::MachineSolver does.
    FlowMachine(const Problem& problem, std::unique_ptr<const runtime::Machine> memory,
                FlowKernels<T> kernels, const poisson::SolveChoices& choices);
    /// One of several ranks, which solve the projection together. `load` as in SolveChoices.
    /// Collective, and so is the destructor. Throws as poisson::DistributedSolver does.
    FlowMachine(const Problem& problem, std::unique_ptr<const runtime::Machine> memory,
                FlowKernels<T> kernels, const Placement& placement,
                const poisson::DistributedOptions& options, const fft::PlaceFunction& load = {});

    /// What items run on, see runtime::ForEach.
    [[nodiscard]] const runtime::Machine& memory() const { return *memory_; }
    [[nodiscard]] const FlowKernels<T>& kernels() const { return kernels_; }

    /// An array of zeros that this object owns. Throws std::bad_alloc or DeviceError.
    [[nodiscard]] T* allocate(std::size_t count)
    {
        return arrays_.emplace_back(memory_->zeros_and_wait(count * sizeof(T))).template as<T>();
    }
    /// An array of zeros that other ranks may write to: this object keeps it until they are done with
    /// the projection. Throws as allocate() does.
    [[nodiscard]] T* allocate_shared(std::size_t count)
    {
        return shared_arrays_.emplace_back(memory_->zeros_and_wait(count * sizeof(T)))
            .template as<T>();
    }
    /// An array of these values of the host, which this object owns. Throws as allocate() does.
    template <typename Value>
    [[nodiscard]] Value* upload(const std::vector<Value>& values)
    {
        return arrays_.emplace_back(memory_->copied_and_wait(std::as_bytes(std::span{values})))
            .template as<Value>();
    }
    /// Also from memory of the host.
    void copy(T* to, const T* from, std::size_t count, Stream stream) const
    {
        memory_->copy(to, from, count * sizeof(T), stream);
    }
    void clear(T* array, std::size_t count, Stream stream) const
    {
        memory_->clear(array, count * sizeof(T), stream);
    }

    /// Solves laplacian(impulse) = div(velocity) for the projection of the problem, on all ranks.
    void find_impulse(const Box<T>& box, const T* const (&velocity)[3], T* impulse,
                      Stream stream) const;
    /// The solver of the projection.
    [[nodiscard]] const PlacedSolver<T>& projection() const { return solver_.value(); }
    /// Makes solve_near() faster for these planes of the only rank, if that is possible.
    void prepare_near(const Problem& problem, const ranks::Slice& planes);
    /// The projection in place, for a right-hand side that is 0 but in the planes of prepare_near(), where
    /// alone the solution is wanted.
    void solve_near(T* values, Stream stream) const
    {
        near_ ? near_->solve(values, stream) : projection().solve(values, stream);
    }
    /// Fills with zeros what solve_near() reads of an array of so many values.
    void clear_near(T* values, std::size_t count, Stream stream) const
    {
        near_ ? near_->clear(values, stream) : clear(values, count, stream);
    }
    /// What carries messages between ranks, one exchange after the other; null on one rank.
    [[nodiscard]] const std::shared_ptr<ranks::Exchange>& exchange() const { return exchange_; }
    /// The solver of Poisson's equation along one of the buoyant_outflows() of the problem which
    /// this rank has.
    [[nodiscard]] const PlacedSolver<T>& along(int face) const { return face_solvers_.at(face); }

    [[nodiscard]] std::size_t memory_bytes() const;
    [[nodiscard]] std::string describe() const;

private:
    std::unique_ptr<const runtime::Machine> memory_;
    std::vector<runtime::Array> shared_arrays_;
    std::shared_ptr<ranks::Exchange> exchange_;           ///< null on one rank
    std::optional<PlacedSolver<T>> solver_;               ///< made by the constructors
    std::unique_ptr<const poisson::NearSolver<T>> near_;  ///< null where all planes are solved
    int threads_;
    std::map<int, PlacedSolver<T>> face_solvers_;  ///< of the buoyant outflows
    FlowKernels<T> kernels_;              ///< go before the solvers, which their graphs launch
    std::vector<runtime::Array> arrays_;  ///< go first, when the work on them is done
};

/// Throws as the constructors do.
template <typename T>
[[nodiscard]] FlowMachine<T> make_host_machine(const Problem& problem, const Placement& placement,
                                               int threads);
/// For the current device, with CUDA graphs or without. Throws as the constructors do.
template <typename T>
[[nodiscard]] FlowMachine<T> make_device_machine(const Problem& problem, const Placement& placement,
                                                 bool graphs, bool through_host_memory);

extern template class FlowMachine<float>;
extern template class FlowMachine<double>;

}  // namespace tobiuo::flow
