// SPDX-License-Identifier: BSD-3-Clause
// The passes of a schedule on the device: compiled, with their tables, ready to be launched.
#pragma once

#include <cuda_runtime_api.h>

#include <functional>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/fft/kernel/functions.hpp"
#include "kernels/fft/pass/fused_form.hpp"
#include "kernels/fft/pass/pass_arguments.hpp"
#include "kernels/fft/pass/rank_array.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "runtime/device/buffer.hpp"

namespace tobiuo::fft {

/// The arrays of one execution.
struct StepArrays {
    void* in = nullptr;
    void* out = nullptr;
    void* work = nullptr;
    FunctionData data = {};    ///< what functions receive
    RankAddresses ranks = {};  ///< of the step that exchanges

    [[nodiscard]] void* at(Array array) const
    {
        return array == Array::input ? in : array == Array::output ? out : work;
    }
};

/// Enqueues a compiled step: its kernel, launch and tables.
using CompiledPass =
    std::function<void(const StepArrays& arrays, unsigned* counters, cudaStream_t stream)>;

template <typename T>
class DeviceTables;

/// The steps of a schedule in the precision T, on the device that is current when they are made.
/// Their kernels are compiled side by side, and those without functions may still be when the
/// constructor returns, see device::Kernel.
///
/// Order     enqueue() enqueues all steps on `stream`; it neither allocates nor synchronises.
/// Sharing   only one execution may run at a time, because merged steps share counters.
template <typename T>
class CompiledPasses {
public:
    /// `symbol` is in device memory and outlives the steps; only passes that solve need it. The
    /// first step calls the functions at load, passes of modes those between transforms, and the
    /// last step those at store. Throws DeviceError, or std::invalid_argument (what is wrong with a
    /// user's function).
    explicit CompiledPasses(const Schedule& schedule, const Symbol<T>& symbol = {},
                            const StepFunctions& functions = {});
    /// With an exchange the first step, if that loads, or the last one has the array of all ranks
    /// instead of its source or its sink. Throws DeviceError.
    CompiledPasses(const Schedule& schedule, const PassExchange& exchange);
    CompiledPasses(const CompiledPasses&) = delete;
    CompiledPasses& operator=(const CompiledPasses&) = delete;
    CompiledPasses(CompiledPasses&&) noexcept;
    CompiledPasses& operator=(CompiledPasses&&) noexcept;
    ~CompiledPasses();

    void enqueue(const StepArrays& arrays, cudaStream_t stream) const;

private:
    /// make(step, its number, stream) begins with a step.
    template <typename Make>
    void make_steps(const Schedule& schedule, const Make& make);

    std::unique_ptr<DeviceTables<T>> tables_;
    std::vector<CompiledPass> steps_;
    device::DeviceBuffer<unsigned> counters_;
};

extern template class CompiledPasses<float>;
extern template class CompiledPasses<double>;

/// The passes of a FusedForm on the device that is current when they are made, with their tables. It
/// may still be compiled when the constructor returns.
///
/// Order     enqueue() enqueues one kernel on `stream`; it neither allocates nor synchronises.
template <typename T>
class CompiledFused {
public:
    /// `symbol` is in device memory and outlives this object. Throws DeviceError.
    CompiledFused(const FusedForm& form, const Symbol<T>& symbol);
    CompiledFused(const CompiledFused&) = delete;
    CompiledFused& operator=(const CompiledFused&) = delete;
    CompiledFused(CompiledFused&&) noexcept;
    CompiledFused& operator=(CompiledFused&&) noexcept;
    ~CompiledFused();

    /// Works on `arrays` arrays, which follow each other; `in` may be `out`.
    void enqueue(long long arrays, const T* in, T* out, cudaStream_t stream) const;

private:
    std::unique_ptr<DeviceTables<T>> tables_;
    std::function<void(long long, const T*, T*, cudaStream_t)> launch_;
};

extern template class CompiledFused<float>;
extern template class CompiledFused<double>;

/// A schedule and its CompiledPasses in a precision that is data.
class DevicePasses {
public:
    DevicePasses(Schedule schedule, Precision precision, const StepFunctions& functions = {})
        : schedule_{std::move(schedule)},
          passes_{precision == Precision::fp32
                      ? Passes{CompiledPasses<float>{schedule_, Symbol<float>{}, functions}}
                      : Passes{CompiledPasses<double>{schedule_, Symbol<double>{}, functions}}}
    {
    }
    DevicePasses(Schedule schedule, Precision precision, const PassExchange& exchange)
        : schedule_{std::move(schedule)},
          passes_{precision == Precision::fp32
                      ? Passes{CompiledPasses<float>{schedule_, exchange}}
                      : Passes{CompiledPasses<double>{schedule_, exchange}}}
    {
    }

    void enqueue(const StepArrays& arrays, cudaStream_t stream) const
    {
        std::visit([&](const auto& passes) { passes.enqueue(arrays, stream); }, passes_);
    }

    [[nodiscard]] const Schedule& schedule() const { return schedule_; }

private:
    using Passes = std::variant<CompiledPasses<float>, CompiledPasses<double>>;

    Schedule schedule_;
    Passes passes_;
};

}  // namespace tobiuo::fft
