// The engine's transform on the GPU: fft::Plan executes it, and tuning measures it.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include <tobiuo/fft/plan.hpp>

#include "kernels/fft/problem.hpp"
#include "kernels/fft/schedule/schedule.hpp"

namespace tobiuo::fft {

struct DevicePlanOptions {
    Workspace workspace = Workspace::owned;
    /// If the choices have no table, the table of the device is used (table_of_current_device());
    /// with an empty table the cost model chooses every configuration.
    Choices choices = {};
    /// Replaces the planned one: of another algorithm, or single steps that are measured.
    std::optional<Schedule> schedule = {};
    std::optional<LoadFunction> load = {};
    std::optional<StoreFunction> store = {};
};

class CompiledPlan;

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
class DevicePlan {
public:
    /// Throws std::invalid_argument (what is wrong with the problem or a function) or DeviceError.
    explicit DevicePlan(const Problem& problem, const DevicePlanOptions& options = {});
    DevicePlan(const DevicePlan&) = delete;
    DevicePlan& operator=(const DevicePlan&) = delete;
    DevicePlan(DevicePlan&&) noexcept;
    DevicePlan& operator=(DevicePlan&&) noexcept;
    ~DevicePlan();

    /// Transforms `in` to `out`, arrays in device memory with the layout of Problem. Throws
    /// std::invalid_argument before any launch if the arrays do not fit the problem, or if the
    /// workspace is smaller than workspace_bytes() or not aligned to 16 bytes. The functions of the
    /// options receive `data`.
    void execute(void* in, void* out, cudaStream_t stream, WorkspaceView workspace = {},
                 const FunctionData& data = {}) const;

    /// Bytes of the work array, owned or supplied, that execute() needs; 0 for most problems.
    [[nodiscard]] std::size_t workspace_bytes() const;

    [[nodiscard]] const Schedule& schedule() const;

    /// The plan in words: "r2c 512x512x512 single, in place: 2 passes: 256=16x16 16x16 contiguous +
    /// ..., no work array".
    [[nodiscard]] std::string describe() const;

    /// The part of describe() after the problem.
    [[nodiscard]] std::string describe_passes() const;

private:
    std::unique_ptr<CompiledPlan> steps_;
};

}  // namespace tobiuo::fft
