// A Fourier transform on the GPU: built once for a problem, executed many times.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "kernels/fft/problem.hpp"
#include "kernels/fft/schedule/schedule.hpp"

namespace tobiuo::fft {

/// Who provides the work array, if the transform needs one.
enum class Workspace { owned, supplied };

struct PlanOptions {
    Workspace workspace = Workspace::owned;
    /// Without a table, that of the device counts (table_of_current_device()); with an empty one
    /// the cost model chooses every block.
    Choices choices = {};
    std::optional<Schedule> schedule = {};  ///< instead of all of them: for measuring single steps
};

/// A piece of device memory that a caller lends for one execution.
struct WorkspaceView {
    void* data = nullptr;
    std::size_t bytes = 0;
};

class CompiledPlan;

/// Plan of a transform on the device that is current when it is made.
///
///     fft::Plan plan{{.lengths = {512, 512, 512}, .kind = fft::Kind::r2c}};
///     plan.execute(data, data, stream);
///
/// Order     execute() enqueues on `stream`: it neither allocates nor synchronises.
/// Sharing   one execution at a time: a plan owns counters and perhaps a work array.
/// Lengths   any. Axes too long for a pass take two or three, with a prime factor above 13 three or
///           five through a work array up to 2.4 times as long (four_step.hpp); more than some 2^33
///           points an axis are refused.
/// Traffic   one read and one write of the data for each step of describe().
/// Accuracy  relative error in the 2-norm at most 8 eps sqrt(log2 N).
/// Source    A. Nukada et al., SC 2008 (passes that read far and write near); A. Nukada, Y.
/// Maruyama,
///           S. Matsuoka, NukadaFFT (2012) (specialisation at run time).
/// Twin      HostPlan, and pass_twin.hpp for each pass (in the source tree).
class Plan {
public:
    /// Throws std::invalid_argument (what is wrong with the problem) or DeviceError.
    explicit Plan(const Problem& problem, const PlanOptions& options = {});
    Plan(const Plan&) = delete;
    Plan& operator=(const Plan&) = delete;
    Plan(Plan&&) noexcept;
    Plan& operator=(Plan&&) noexcept;
    ~Plan();

    /// Transforms `in` to `out`, arrays in device memory as Problem says. Throws
    /// std::invalid_argument, before any launch, if the arrays do not fit the problem or the
    /// workspace workspace is smaller than workspace_bytes() or not aligned to 16 bytes.
    void execute(void* in, void* out, cudaStream_t stream, WorkspaceView workspace = {}) const;

    /// Bytes of work array that execute() needs, owned or supplied; 0 for most problems.
    [[nodiscard]] std::size_t workspace_bytes() const;

    [[nodiscard]] const Schedule& schedule() const;

    /// "r2c 512x512x512 single, in place: 2 passes: 256=16x16 16x16 rows + ..., no work array"
    [[nodiscard]] std::string describe() const;

private:
    std::unique_ptr<CompiledPlan> steps_;
};

}  // namespace tobiuo::fft
