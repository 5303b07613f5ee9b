// The steps of a schedule on the device: compiled, with their tables, ready to be launched.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <vector>

#include "kernels/device/buffer.hpp"
#include "kernels/fft/kernel/pointwise.hpp"
#include "kernels/fft/pass/pass_arguments.hpp"
#include "kernels/fft/schedule/schedule.hpp"

namespace tobiuo::fft {

/// The arrays of one execution.
struct StepArrays {
    void* in = nullptr;
    void* out = nullptr;
    void* work = nullptr;
    const void* data = nullptr;  ///< of the function of a pass that has one

    [[nodiscard]] void* at(Array array) const
    {
        return array == Array::input ? in : array == Array::output ? out : work;
    }
};

/// A step that is ready: kernel, launch, tables.
class CompiledPass {
public:
    CompiledPass() = default;
    CompiledPass(const CompiledPass&) = delete;
    CompiledPass& operator=(const CompiledPass&) = delete;
    virtual ~CompiledPass() = default;
    virtual void enqueue(const StepArrays& arrays, unsigned* counters,
                         cudaStream_t stream) const = 0;
};

template <typename T>
class DeviceTables;

/// Steps in the precision T on the device that is current when they are made; kernels compile
/// together.
///
/// Order     enqueue() enqueues all on `stream`: it neither allocates nor synchronises.
/// Sharing   one execution at a time: merged steps share counters.
template <typename T>
class CompiledPasses {
public:
    /// `symbol` is in device memory and outlives the steps; only passes that solve need it, and
    /// only those of modes the function. Throws DeviceError, or std::invalid_argument (what is
    /// wrong with the function).
    explicit CompiledPasses(const Schedule& schedule, const Symbol<T>& symbol = {},
                            const Pointwise& function = {});
    CompiledPasses(const CompiledPasses&) = delete;
    CompiledPasses& operator=(const CompiledPasses&) = delete;
    CompiledPasses(CompiledPasses&&) noexcept;
    CompiledPasses& operator=(CompiledPasses&&) noexcept;
    ~CompiledPasses();

    void enqueue(const StepArrays& arrays, cudaStream_t stream) const;

private:
    std::unique_ptr<DeviceTables<T>> tables_;
    std::vector<std::unique_ptr<CompiledPass>> steps_;
    device::DeviceBuffer<unsigned> counters_;
};

extern template class CompiledPasses<float>;
extern template class CompiledPasses<double>;

}  // namespace tobiuo::fft
