// SPDX-License-Identifier: BSD-3-Clause
// A Fourier transform, a function of every element of the spectrum, and the inverse transform, on a
// GPU.
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include <tobiuo/fft/functions.hpp>
#include <tobiuo/fft/plan.hpp>

namespace tobiuo::fft {

/// The plan of out = inverse transform of function(transform of in). This example is a convolution
/// with a filter whose spectrum is in device memory:
///
///     const fft::Pointwise filter{
///         .source = "Complex times(Complex value, const Index& index, const void* data)"
///                   "{ return value * static_cast<const Complex*>(data)[index.x]; }",
///         .function = "times"};
///     const fft::PointwisePlan plan{{.extents = {4096}}, filter};
///     plan.execute(signal, spectrum, stream);
///
/// Transform c2c or r2c, forward. For r2c the result is real: out of place and in place alike, it
///           lies in `out` in rows of 2 (Nx/2 + 1) values, each padded to the length of its
///           spectrum. The function sees the spectrum (for r2c the half spectrum) in natural order.
/// Scale     none: if the function changes nothing, `out` is the number of points times `in`.
/// Passes    fewer than two plans need: one pass transforms an axis, applies the function and
///           transforms back.
/// Accuracy  twice the error of Plan, if the function does not magnify it.
/// Arrays, order, threads, device and the functions of the options are as for a Plan on a GPU.
///           The function at store receives the elements of the result, which are reals for r2c.
class PointwisePlan {
public:
    /// Throws std::invalid_argument (what is wrong with the transform, the options, which must not
    /// ask for the CPU, or the function, with the compiler's first error in it) or DeviceError.
    PointwisePlan(const Transform& transform, const Pointwise& function,
                  const PlanOptions& options = {});
    PointwisePlan(const PointwisePlan&) = delete;
    PointwisePlan& operator=(const PointwisePlan&) = delete;
    PointwisePlan(PointwisePlan&&) noexcept;
    PointwisePlan& operator=(PointwisePlan&&) noexcept;
    ~PointwisePlan();

    /// The in-place transforms: c2c takes complex numbers, r2c real ones in padded rows. The
    /// function between the transforms receives `data`; functions at load and store receive null.
    /// Each throws as Plan::execute() does.
    void execute(std::complex<double>* values, const void* data = nullptr,
                 Stream stream = nullptr) const;
    void execute(std::complex<float>* values, const void* data = nullptr,
                 Stream stream = nullptr) const;
    void execute(double* values, const void* data = nullptr, Stream stream = nullptr) const;
    void execute(float* values, const void* data = nullptr, Stream stream = nullptr) const;
    /// The stream is the third argument; without this deletion it could be taken for `data`.
    template <typename Number>
    void execute(Number* values, Stream stream) const = delete;

    /// Transforms `in` to `out`, arrays of any type with the right bytes. Both are the same array
    /// in place; out of place `in` keeps its values. Types are not checked.
    void execute_untyped(void* in, void* out, const void* data = nullptr, Stream stream = nullptr,
                         WorkspaceView workspace = {}) const;

    /// Executes with what each function receives as `data`. It throws as Plan::execute_untyped().
    void execute_untyped(void* in, void* out, const FunctionData& data, Stream stream = nullptr,
                         WorkspaceView workspace = {}) const;

    [[nodiscard]] const Transform& transform() const;

    /// Bytes of device memory that execute() needs besides the arrays; 0 for most transforms.
    [[nodiscard]] std::size_t workspace_bytes() const;

    /// One line for a log: the transform, its passes through memory and their configurations.
    [[nodiscard]] std::string describe() const;

private:
    class Implementation;

    std::unique_ptr<const Implementation> implementation_;
};

/// The reason why a PointwisePlan of the transform cannot be made, apart from its function: one
/// sentence with the cure. Nothing if it can be made.
[[nodiscard]] std::optional<std::string> pointwise_unsupported_reason(const Transform& transform);

}  // namespace tobiuo::fft
