// SPDX-License-Identifier: BSD-3-Clause
// The engine's transform on the GPU: fft::Plan and fft::PointwisePlan execute it, and tuning
// measures it.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <optional>
#include <string>

#include <tobiuo/fft/plan.hpp>
#include <tobiuo/fft/pointwise_plan.hpp>

#include "kernels/fft/compiled_passes.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "runtime/device/buffer.hpp"

namespace tobiuo::fft {

struct DevicePlanOptions {
    Workspace workspace = Workspace::owned;
    /// If the choices have no table, the table of the device is used (table_of_current_device());
    /// with an empty table the cost model chooses every configuration.
    Choices choices = {};
    /// Replaces the planned one: of another algorithm, or single steps that are measured.
    std::optional<Schedule> schedule = {};
    std::optional<LoadFunction> load = {};
    /// Makes the plan that of inverse transform of function(transform of in).
    std::optional<Pointwise> between = {};
    std::optional<StoreFunction> store = {};
};

/// The plan of a transform on the device that is current when it is made.
///
///     fft::DevicePlan plan{{.lengths = {512, 512, 512}, .kind = fft::Kind::r2c}};
///     plan.execute(data, data, stream);
///
/// Order     execute() enqueues on `stream`: it neither allocates nor synchronises.
/// Sharing   one execution at a time, because a plan owns counters and perhaps a work array.
/// Lengths   any. Axes too long for one pass take two or three; with a prime factor above 13 they
///           take three or five, with a work array up to 2.4 times as long (four_step.hpp). Axes of
///           more than about 2^33 points are refused.
/// Traffic   one read and one write of the data for each pass in describe().
/// Accuracy  relative error in the 2-norm at most 8 eps sqrt(log2 N).
/// Source    A. Nukada et al., SC 2008 (passes that read with large strides and write with small
///           ones); A. Nukada, Y. Maruyama, S. Matsuoka, NukadaFFT (2012) (specialisation at run
///           time).
/// Twin      HostPlan, and pass_twin.hpp for each pass (in the source tree).
///
/// With a function between two transforms the problem is c2c or r2c, forward, and out of place `in`
/// is kept. For r2c the result is real: out of place and in place alike, it lies in `out` in rows of
/// 2 (N2/2 + 1) values, each padded to the length of its spectrum. The function sees the spectrum
/// (for r2c the half spectrum) in natural order, see ElementIndex. The slowest axis takes one pass,
/// a fused inverse with the function in between, or three passes if it is longer than 4096 points
/// (double 2048; for one axis 16384 and 8192). If it has a prime factor above 13, or no two such
/// factors, or is the only axis of r2c, the function takes a pass of its own between two plans. The
/// error is twice that of one transform, if the function does not magnify it; the twin of the pass
/// with the function is function_twin.hpp.
class DevicePlan {
public:
    /// Throws std::invalid_argument (what is wrong with the problem, the options or a function,
    /// with the compiler's first error in it) or DeviceError.
    explicit DevicePlan(const Problem& problem, const DevicePlanOptions& options = {});

    /// Transforms `in` to `out`, arrays in device memory with the layout of Problem. Throws
    /// std::invalid_argument before any launch if the arrays do not fit the problem, or if the
    /// workspace is smaller than workspace_bytes() or not aligned to 16 bytes. The functions of the
    /// options receive `data`.
    void execute(void* in, void* out, cudaStream_t stream, const WorkspaceView& workspace = {},
                 const FunctionData& data = {}) const;

    /// Bytes of the work array, owned or supplied, that execute() needs; 0 for most problems.
    [[nodiscard]] std::size_t workspace_bytes() const;

    [[nodiscard]] const Schedule& schedule() const { return passes_.schedule(); }

    /// The plan in words: "r2c 512x512x512 single, in place: 2 passes: 256=16x16 16x16 contiguous +
    /// ..., no work array"; with a function "times() in c2c 512x512 single, in place: 3 passes: ...".
    [[nodiscard]] std::string describe() const;

    /// The part of describe() after the problem.
    [[nodiscard]] std::string describe_passes() const;

private:
    DevicePlan(const Problem& problem, Schedule schedule, const DevicePlanOptions& options,
               const StepFunctions& functions);
    [[nodiscard]] void* work_array(const WorkspaceView& workspace) const;

    Problem problem_;
    std::string function_;  ///< the name of the one between two transforms
    bool has_input_;        ///< whether `in` is an array
    DevicePasses passes_;
    device::DeviceBuffer<std::byte> work_;
};

}  // namespace tobiuo::fft
