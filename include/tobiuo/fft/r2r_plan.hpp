// SPDX-License-Identifier: BSD-3-Clause
// Cosine and sine transforms of real numbers, built once and executed many times, on a GPU or a CPU.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <tobiuo/error.hpp>
#include <tobiuo/fft/transform.hpp>
#include <tobiuo/stream.hpp>

namespace tobiuo::fft {

/// Discrete cosine and sine transforms of n numbers, as FFTW and scipy.fft define them, not scaled:
///
///     dct_1   X[k] = x[0] + (-1)^k x[n-1] + 2 sum of x[j] cos(pi j k / (n - 1)), 0 < j < n - 1
///     dct_2   X[k] = 2 sum of x[j] cos(pi (j + 1/2) k / n)
///     dct_3   X[k] = x[0] + 2 sum of x[j] cos(pi j (k + 1/2) / n), 0 < j
///     dct_4   X[k] = 2 sum of x[j] cos(pi (j + 1/2) (k + 1/2) / n)
///     dst_1   X[k] = 2 sum of x[j] sin(pi (j + 1) (k + 1) / (n + 1))
///     dst_2   X[k] = 2 sum of x[j] sin(pi (j + 1/2) (k + 1) / n)
///     dst_3   X[k] = (-1)^k x[n-1] + 2 sum of x[j] sin(pi (j + 1) (k + 1/2) / n), j < n - 1
///     dst_4   X[k] = 2 sum of x[j] sin(pi (j + 1/2) (k + 1/2) / n)
///
/// Types 2 and 3 are inverses of each other, 1 and 4 of themselves, times 2 n: 2 (n - 1) of dct_1,
/// 2 (n + 1) of dst_1.
enum class R2rKind { dct_1, dct_2, dct_3, dct_4, dst_1, dst_2, dst_3, dst_4 };

/// Such a transform along each axis, of `batch` arrays [z][y][x] that follow each other. Axes of one
/// point are not transformed.
struct R2rTransform {
    Extents extents;
    std::array<R2rKind, 3> kinds = {R2rKind::dct_2, R2rKind::dct_2, R2rKind::dct_2};  ///< x, y, z
    double scale = 1.0;  ///< the result is multiplied by it, on a GPU in the last pass
    Precision precision = Precision::fp64;
    Placement placement = Placement::in_place;
    std::int64_t batch = 1;

    [[nodiscard]] bool operator==(const R2rTransform&) const = default;
};

/// The reason why an R2rPlan cannot be made, as one sentence with the cure: extents or a batch below
/// 1, a single point, a scale that is not finite, more bytes than a 64-bit address reaches, a back
/// end that this machine lacks, or on a GPU an axis that no block of threads holds. Nothing if it
/// can be made.
[[nodiscard]] std::optional<std::string> r2r_unsupported_reason(const R2rTransform& transform,
                                                                Backend backend);

/// Bytes of each of the arrays, over all batches. This and describe() require a valid transform.
[[nodiscard]] std::int64_t array_bytes(const R2rTransform& transform);

/// The transform in words, "r2r 512x256 dct-2 x dst-1 double, in place".
[[nodiscard]] std::string describe(const R2rTransform& transform);

struct R2rPlanOptions {
    std::optional<Backend> backend = {};  ///< default_backend() if empty
    /// On the CPU; 0 stands for as many OpenMP threads as the size is worth, and for one while other
    /// work keeps the processors busy.
    int threads = 0;
};

/// The plan of an R2rTransform: on a GPU one pass over memory for each axis, on a CPU
/// FFTW or tiles of lines, whichever is faster.
///
/// Arrays    in host memory, or in memory that the device can reach, as plan.backend() says,
///           aligned to two numbers. Out of place they do not overlap, and the input is kept.
/// Order, threads, device and OpenCL are those of Plan.
/// Accuracy  that of Plan, for each array of a batch relative to its own norm: arrays leave nothing
///           in each other, neither rounding errors nor NaN and infinity.
/// Sources   kernels/fft/pass/makhoul.hpp, type_one_sequence.hpp
class R2rPlan {
public:
    /// Throws std::invalid_argument with r2r_unsupported_reason() or for negative threads; DeviceError;
    /// std::runtime_error if FFTW makes no plan.
    explicit R2rPlan(const R2rTransform& transform, const R2rPlanOptions& options = {});
    R2rPlan(const R2rPlan&) = delete;
    R2rPlan& operator=(const R2rPlan&) = delete;
    R2rPlan(R2rPlan&&) noexcept;
    R2rPlan& operator=(R2rPlan&&) noexcept;
    ~R2rPlan();

    /// Transforms in place, and out of place. Each throws std::invalid_argument before anything is
    /// computed if the plan has another precision or placement, or an array is null, not aligned or
    /// overlaps the other; DeviceError if the device refuses a launch, or reports the failure of
    /// earlier work.
    void execute(double* data, Stream stream = nullptr) const;
    void execute(float* data, Stream stream = nullptr) const;
    void execute(const double* in, double* out, Stream stream = nullptr) const;
    void execute(const float* in, float* out, Stream stream = nullptr) const;

    [[nodiscard]] const R2rTransform& transform() const;
    [[nodiscard]] Backend backend() const;

    /// One line for a log: the transform, its passes through memory and their configurations.
    [[nodiscard]] std::string describe() const;

private:
    class Implementation;

    std::unique_ptr<const Implementation> implementation_;
};

}  // namespace tobiuo::fft
