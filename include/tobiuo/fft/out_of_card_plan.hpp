// SPDX-License-Identifier: BSD-3-Clause
// A Fourier transform of arrays in host memory, on a GPU that need not hold them.
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <tobiuo/error.hpp>
#include <tobiuo/fft/transform.hpp>
#include <tobiuo/watch.hpp>

namespace tobiuo::fft {

struct OutOfCardOptions {
    /// The most device memory that the plan's arrays may take, in bytes; 0 stands for what is free
    /// when it is made, less a tenth. Tables of twiddle factors come on top.
    std::int64_t device_bytes = 0;
    /// If set, it is called during each execution, which it may stop: then the arrays hold neither
    /// the input nor the result.
    Watch watch = {};
};

/// The plan of a transform whose arrays are in host memory and may be larger than the GPU's.
///
///     const fft::OutOfCardPlan plan{{.extents = {1024, 1024, 1024}}, {.device_bytes = 4LL << 30}};
///     const PageLock lock{data, 16ULL << 30};
///     plan.execute_and_wait(data);
///
/// Arrays    have the layout of Transform. Copies of page-locked memory (PageLock, cudaMallocHost,
///           cudaHostRegister) go directly to the device, in both directions at once. Other memory
///           goes through four page-locked blocks of 32 MiB, which threads of the host fill and
///           empty; that takes longer.
/// Method    rounds, in each of which all data visits the device chunk by chunk. Axes that fit
///           together into a chunk take one round, every other axis takes one more; a single axis
///           of which no line fits is divided into two factors and takes two, and a third one if
///           the transform is real.
/// Limits    a line along any axis fits into a quarter of the device memory (less if its length has
///           large prime factors), or the transform has one axis, with two factors of which both
///           fit; such a real axis is even.
/// Work      a single axis that takes two rounds in place needs a work array in host memory, as
///           large as the array: host_work_bytes(). c2r out of place overwrites its input.
/// Threads   plans may be made and destroyed by any threads; a plan serves one execution at a time.
/// Device    the device that is current when the plan is made must be current when it executes.
/// Accuracy  relative error in the 2-norm at most 8 eps sqrt(log2 N).
/// Sources   L. Gu, J. Siegel, X. Li, Using GPUs to compute large out-of-card FFTs, ICS 2011;
///           D. H. Bailey, FFTs in external or hierarchical memory (1990).
class OutOfCardPlan {
public:
    /// Throws std::invalid_argument with out_of_card_unsupported_reason(), or DeviceError.
    explicit OutOfCardPlan(const Transform& transform, const OutOfCardOptions& options = {});
    OutOfCardPlan(const OutOfCardPlan&) = delete;
    OutOfCardPlan& operator=(const OutOfCardPlan&) = delete;
    OutOfCardPlan(OutOfCardPlan&&) noexcept;
    OutOfCardPlan& operator=(OutOfCardPlan&&) noexcept;
    ~OutOfCardPlan();

    /// The in-place transforms: c2c takes complex numbers; r2c and c2r take the array by its real
    /// side, in padded rows. Each returns when the result is complete. Each throws
    /// std::invalid_argument before anything is computed if the plan has another kind, precision or
    /// placement, or if the array is null or not aligned; DeviceError or Stopped, after which the
    /// array holds neither the input nor the result.
    void execute_and_wait(std::complex<double>* data) const;
    void execute_and_wait(std::complex<float>* data) const;
    void execute_and_wait(double* data) const;
    void execute_and_wait(float* data) const;

    /// The out-of-place transforms c2c, r2c and c2r; the arrays do not overlap. Each throws as the
    /// in-place ones do.
    void execute_and_wait(const std::complex<double>* in, std::complex<double>* out) const;
    void execute_and_wait(const std::complex<float>* in, std::complex<float>* out) const;
    void execute_and_wait(const double* in, std::complex<double>* out) const;
    void execute_and_wait(const float* in, std::complex<float>* out) const;
    void execute_and_wait(std::complex<double>* in, double* out) const;
    void execute_and_wait(std::complex<float>* in, float* out) const;

    /// The transform of arrays of any other type with the same bytes; in place both addresses are
    /// equal. Types are not checked.
    void execute_untyped_and_wait(void* in, void* out) const;

    [[nodiscard]] const Transform& transform() const;

    /// Bytes of device memory that the plan owns, without its tables of twiddle factors.
    [[nodiscard]] std::int64_t device_bytes() const;
    /// Bytes of host memory that the plan owns for its work array, page-locked.
    [[nodiscard]] std::int64_t host_work_bytes() const;
    /// Bytes that an execution copies to the device, and from it.
    [[nodiscard]] std::int64_t bytes_to_device() const;
    [[nodiscard]] std::int64_t bytes_from_device() const;

    /// One line for a log: the transform, its rounds, chunks and passes.
    [[nodiscard]] std::string describe() const;

private:
    class Implementation;

    std::unique_ptr<const Implementation> implementation_;
};

/// The reason why no OutOfCardPlan of the transform can be made on the current device, as one
/// sentence with the cure; nothing if it can.
[[nodiscard]] std::optional<std::string> out_of_card_unsupported_reason(
    const Transform& transform, const OutOfCardOptions& options = {});

}  // namespace tobiuo::fft
