// The engine's transform, a function of every element of the spectrum, and the inverse transform,
// on the GPU: fft::PointwisePlan executes it.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <string>

#include <tobiuo/fft/functions.hpp>

#include "kernels/fft/device_plan.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/fft/schedule/schedule.hpp"

namespace tobiuo::fft {

/// The plan of out = inverse transform of function(transform of in), for the device that is current
/// when it is made; see fft::PointwisePlan.
///
/// Problem   c2c or r2c, forward; lengths, batch, precision, placement and the order of data are
///           those of DevicePlan. For r2c the result is real: out of place and in place alike, it
///           lies in `out` in rows of 2 (N2/2 + 1) values, each padded to the length of its
///           spectrum. The function sees the spectrum (for r2c the half spectrum) in natural order,
///           see ElementIndex.
/// Order     execute() enqueues on `stream`: it neither allocates nor synchronises.
/// Sharing   one execution at a time, because a plan owns counters and perhaps a work array.
/// Lengths   those that DevicePlan serves.
/// Traffic   one read and one write of the data for each pass in describe(). The slowest axis takes
///           one pass, a fused inverse with the function in between, or three passes if it is
///           longer than 4096 points (double 2048; for one axis 16384 and 8192). If it has a prime
///           factor above 13, or no two such factors, or is the only axis of r2c, the function
///           takes a pass of its own between two plans.
/// Accuracy  twice the error of DevicePlan, if the function does not magnify it.
/// Twin      function_twin.hpp for the pass with the function (in the source tree).
class DevicePointwisePlan {
public:
    /// The choices in the options may hold a table and say how to merge; a schedule is for single
    /// transforms. Throws std::invalid_argument (what is wrong with the
    /// problem, the options or the function, with the compiler's first error in it) or DeviceError.
    DevicePointwisePlan(const Problem& problem, const Pointwise& function,
                        const DevicePlanOptions& options = {});
    DevicePointwisePlan(const DevicePointwisePlan&) = delete;
    DevicePointwisePlan& operator=(const DevicePointwisePlan&) = delete;
    DevicePointwisePlan(DevicePointwisePlan&&) noexcept;
    DevicePointwisePlan& operator=(DevicePointwisePlan&&) noexcept;
    ~DevicePointwisePlan();

    /// Transforms from `in` to `out`, arrays in device memory with the layout of Problem; out of
    /// place `in` is kept. The functions receive `data`. Throws as DevicePlan::execute() does.
    void execute(void* in, void* out, cudaStream_t stream, const FunctionData& data = {},
                 WorkspaceView workspace = {}) const;

    /// Bytes of the work array, owned or supplied, that execute() needs; 0 for most problems.
    [[nodiscard]] std::size_t workspace_bytes() const;

    [[nodiscard]] const Schedule& schedule() const;

    /// The plan in words: "times() in c2c 512x512 single, in place: 3 passes: 512=16x32 16x16
    /// contiguous; 512=16x32 32x16 strided, fused inverse; 512=16x32 16x16 contiguous, no work
    /// array".
    [[nodiscard]] std::string describe() const;

    /// The part of describe() after the function and the problem.
    [[nodiscard]] std::string describe_passes() const;

private:
    std::string function_;
    std::unique_ptr<CompiledPlan> steps_;
};

}  // namespace tobiuo::fft
