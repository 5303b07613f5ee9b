// SPDX-License-Identifier: BSD-3-Clause
// A Fourier transform, built once and executed many times, on a GPU or a CPU.
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include <tobiuo/error.hpp>
#include <tobiuo/fft/functions.hpp>
#include <tobiuo/fft/transform.hpp>
#include <tobiuo/stream.hpp>

namespace tobiuo::fft {

/// Who provides the work array, if a transform on a GPU needs one.
enum class Workspace { owned, supplied };

/// A piece of device memory that a caller lends for one execution.
struct WorkspaceView {
    void* data = nullptr;
    std::size_t bytes = 0;
};

struct PlanOptions {
    std::optional<Backend> backend = {};  ///< default_backend() if empty
    Workspace workspace = Workspace::owned;
    /// On the CPU; 0 stands for as many OpenMP threads as the size is worth, and for one while
    /// other work keeps the processors busy.
    int threads = 0;
    /// Functions of yours, on a GPU with CUDA: see functions.hpp.
    std::optional<LoadFunction> load = {};
    std::optional<StoreFunction> store = {};
};

/// The plan of a transform. On a GPU its kernels are compiled when the plan is made; on a CPU tiles
/// of lines in vector registers are transformed, or FFTW transforms, whichever is faster.
///
///     const fft::Plan plan{{.extents = {512, 512, 512}, .kind = fft::Kind::r2c}};
///     plan.execute(data, stream);
///
/// Arrays    are in host memory, or in memory that the device can reach (from cudaMalloc, for
///           instance), as plan.backend() says, and are aligned to a complex number.
/// Order     on a GPU, execute() enqueues on `stream`, and neither allocates nor synchronises; on a
///           CPU it returns when the transform is done.
/// OpenCL    with Backend::opencl, execute() takes arrays in host memory, copies them to the device
///           and back, and returns when the transform is done. execute_untyped() takes buffers and
///           a queue as addresses (cl_mem, cl_command_queue; null for the program's own queue) and
///           enqueues. Plans own their work arrays.
/// Threads   plans may be made, used and destroyed by any threads at the same time. A plan on a GPU
///           serves one execution at a time, on one stream or on streams that wait for each other,
///           because it owns counters and perhaps a work array; make one plan for each stream. A
///           plan on a CPU serves any number of executions at a time.
/// Device    the device that is current when the plan is made must be current when it executes. The
///           plan must live until the work that it enqueued is done.
/// Extents   any; axes with large prime factors cost a work array and two or three times the
///           passes.
/// Functions the plan transforms what the function `load` of the options returns for each element
///           of the input, and writes what the function `store` returns for each element of the
///           result. They need no passes through memory of their own. FunctionData gives each of
///           them the address of what it reads besides the element.
/// Accuracy  relative error in the 2-norm at most 8 eps sqrt(log2 N).
/// Sources   A. Nukada et al., SC 2008; A. Nukada, Y. Maruyama, S. Matsuoka, GPGPU-5 (2012);
///           M. Frigo and S. G. Johnson, Proc. IEEE 93(2), 216 (2005).
class Plan {
public:
    /// Throws std::invalid_argument (what is wrong with the transform or the options), DeviceError
    /// (there is no such back end here, or the device refuses), or std::runtime_error if FFTW makes
    /// no plan.
    explicit Plan(const Transform& transform, const PlanOptions& options = {});
    Plan(const Plan&) = delete;
    Plan& operator=(const Plan&) = delete;
    Plan(Plan&&) noexcept;
    Plan& operator=(Plan&&) noexcept;
    ~Plan();

    /// The in-place transforms: c2c takes complex numbers; r2c and c2r take the array by its real
    /// side, in padded rows. Each throws std::invalid_argument before anything is computed if the
    /// plan has another kind, precision or placement (the text names the call that fits), if the
    /// array is null or not aligned, or if the plan needs a work array that it does not own; and
    /// DeviceError if the device refuses a launch, or reports the failure of earlier work.
    void execute(std::complex<double>* data, Stream stream = nullptr) const;
    void execute(std::complex<float>* data, Stream stream = nullptr) const;
    void execute(double* data, Stream stream = nullptr) const;
    void execute(float* data, Stream stream = nullptr) const;
    /// Executes in place on the default stream. Without this overload a second argument `nullptr`
    /// could also be an array.
    template <typename Number>
    void execute(Number* data, std::nullptr_t /*stream*/) const
    {
        execute(data);
    }

    /// The out-of-place transforms c2c, r2c and c2r; the arrays do not overlap. c2r may overwrite
    /// `in`. Each throws as the in-place ones do.
    void execute(const std::complex<double>* in, std::complex<double>* out,
                 Stream stream = nullptr) const;
    void execute(const std::complex<float>* in, std::complex<float>* out,
                 Stream stream = nullptr) const;
    void execute(const double* in, std::complex<double>* out, Stream stream = nullptr) const;
    void execute(const float* in, std::complex<float>* out, Stream stream = nullptr) const;
    void execute(std::complex<double>* in, double* out, Stream stream = nullptr) const;
    void execute(std::complex<float>* in, float* out, Stream stream = nullptr) const;

    /// The transform of arrays of any other type with the same bytes (float2, cufftComplex), with a
    /// work array that the caller may lend; in place both addresses are equal. Types are not
    /// checked. It throws as the typed ones do, and also if `workspace` is smaller than
    /// workspace_bytes() of a plan whose work array is supplied, or is not aligned to 16 bytes.
    void execute_untyped(void* in, void* out, Stream stream = nullptr,
                         WorkspaceView workspace = {}) const;

    /// Executes with what the functions of the options receive as `data`; calls without it give them
    /// null. `in` may be null where LoadFunction says so. It also throws std::invalid_argument if
    /// there is data for a function that the plan does not have.
    void execute_untyped(void* in, void* out, const FunctionData& data, Stream stream = nullptr,
                         WorkspaceView workspace = {}) const;

    [[nodiscard]] const Transform& transform() const;
    [[nodiscard]] Backend backend() const;

    /// Bytes of device memory that execute() needs besides the arrays; 0 for most transforms.
    [[nodiscard]] std::size_t workspace_bytes() const;

    /// One line for a log: the transform, its passes through memory and their configurations.
    [[nodiscard]] std::string describe() const;

private:
    class Implementation;

    std::unique_ptr<const Implementation> implementation_;
};

}  // namespace tobiuo::fft
