// What the steps of a flow need of a back end: arrays and the kernels over them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <tobiuo/flow/problem.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/flow/elimination/elimination.hpp"
#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/implicit_stage.hpp"
#include "kernels/flow/measure_row.hpp"
#include "runtime/machine/machine.hpp"

namespace tobiuo::flow {

/// A device enqueues on the stream; the host has done its work when a call returns.
template <typename T>
class Machine {
public:
    explicit Machine(std::unique_ptr<const runtime::Machine> memory) : memory_{std::move(memory)} {}
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;
    virtual ~Machine() = default;

    /// What items run on, see runtime::ForEach.
    [[nodiscard]] const runtime::Machine& memory() const { return *memory_; }

    /// An array of zeros that this object owns. Throws std::bad_alloc or DeviceError.
    [[nodiscard]] T* allocate(std::size_t count)
    {
        const std::size_t bytes = std::max<std::size_t>(count, 1) * sizeof(T);
        bytes_ += bytes;
        return arrays_.emplace_back(memory_->zeros_and_wait(bytes)).template as<T>();
    }
    /// An array of these values of the host, which this object owns. Throws as allocate() does.
    [[nodiscard]] T* upload(const std::vector<T>& values)
    {
        T* const array = allocate(values.size());
        memory_->write_and_wait(array, std::as_bytes(std::span{values}));
        return array;
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

    /// Enqueues the work that `enqueue` asks of this machine with the same stream: kernels only, no
    /// copy(), clear() or measures_and_wait(). A device may launch it as one graph if it comes
    /// again and again. `key` tells apart pieces of work with exchanged arrays.
    virtual void run_again(const void* /*key*/, const std::function<void()>& enqueue,
                           Stream /*stream*/)
    {
        enqueue();
    }

    /// Whether the caller captures what is enqueued on the stream, so that it may run again when
    /// memory of the host that it reads holds something else.
    [[nodiscard]] virtual bool is_captured(Stream /*stream*/) const { return false; }

    /// A stage. `observes`: it also finds the measures of the velocity before it.
    virtual void advance(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage,
                         double time_step, bool observes, Stream stream) = 0;
    /// A stage of the scalar.
    virtual void advance_scalar(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage,
                                double time_step, Stream stream) const = 0;
    /// The measures that the last advance() with `observes` finds.
    [[nodiscard]] virtual Measures measures_and_wait() const = 0;

    virtual void project(const Box<T>& box, const T* const (&velocity)[3], const T* impulse,
                         T* const (&out)[3], Stream stream) const = 0;
    /// Solves Poisson's equation along one of the buoyant_outflows() of the problem, in place.
    virtual void solve_along(int face, T* values, Stream stream) const = 0;
    /// Makes the systems of solve_implicit() for the length of a step.
    virtual void eliminate(const Elimination<T>& all, Stream stream) const = 0;
    virtual void solve_implicit(const ImplicitStage<T>& stage, Stream stream) const = 0;
    virtual void raise_pressure(const PressureRise<T>& rise, Stream stream) const = 0;

    /// Solves laplacian(impulse) = div(velocity) for the problem that the machine was made for.
    virtual void find_impulse(const Box<T>& box, const T* const (&velocity)[3], T* impulse,
                              Stream stream) = 0;

    [[nodiscard]] virtual std::size_t memory_bytes() const = 0;
    [[nodiscard]] virtual std::string describe() const = 0;
    /// How often run_again() has launched a graph.
    [[nodiscard]] virtual std::int64_t graph_launches() const { return 0; }

protected:
    /// The bytes of the arrays that this object owns.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

private:
    std::unique_ptr<const runtime::Machine> memory_;
    std::vector<runtime::Array> arrays_;
    std::size_t bytes_ = 0;
};

/// Throws as poisson::Solver does.
template <typename T>
[[nodiscard]] std::unique_ptr<Machine<T>> make_host_machine(const Problem& problem, int threads);
/// For the current device, with CUDA graphs or without. Throws as poisson::Solver does.
template <typename T>
[[nodiscard]] std::unique_ptr<Machine<T>> make_device_machine(const Problem& problem, bool graphs);

extern template std::unique_ptr<Machine<float>> make_host_machine(const Problem&, int);
extern template std::unique_ptr<Machine<double>> make_host_machine(const Problem&, int);
extern template std::unique_ptr<Machine<float>> make_device_machine(const Problem&, bool);
extern template std::unique_ptr<Machine<double>> make_device_machine(const Problem&, bool);

}  // namespace tobiuo::flow
