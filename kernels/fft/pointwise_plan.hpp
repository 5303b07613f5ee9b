// A Fourier transform, a function of every element of the spectrum, and the transform back, on the
// GPU: built once, executed many times.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <string>

#include "kernels/fft/kernel/pointwise.hpp"
#include "kernels/fft/plan.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/fft/schedule/schedule.hpp"

namespace tobiuo::fft {

/// Plan of out = inverse transform of function(transform of in), for the device that is current
/// when it is made. A convolution with a filter whose spectrum is in device memory:
///
///     const fft::Pointwise filter{
///         .source = "Complex times(Complex value, const Index& index, const void* data)"
///                   "{ return value * static_cast<const Complex*>(data)[index.x]; }",
///         .function = "times"};
///     fft::PointwisePlan plan{{.lengths = {4096}}, filter};
///     plan.execute(signal, signal, stream, spectrum);
///
/// Problem   c2c or r2c, its direction forward: lengths, batch, precision, placement and the order
///           of data are as for Plan. Of real values the result is real: out of place as in place
///           it lies in `out` in rows of 2 (N2/2 + 1) values, each padded to its spectrum.
///           The function sees the spectrum, of r2c its half, in natural order, see ModeIndex.
/// Scale     none: with a function that changes nothing, `out` is the number of points times `in`.
/// Order     execute() enqueues on `stream`: it neither allocates nor synchronises.
/// Sharing   one execution at a time: a plan owns counters and perhaps a work array.
/// Lengths   any that Plan serves.
/// Traffic   one read and one write of the data for each step of describe(): the slowest axis takes
///           one step there and back with the function in between, three if it is longer than 4096
///           points (double 2048; of one axis 16384 and 8192). Where it has a prime factor above 13,
///           or no two such factors, or is the only one of r2c, the function takes a step of its
///           own between two plans.
/// Accuracy  that of Plan twice, if the function does not magnify it.
/// Twin      pointwise_twin.hpp for the pass with the function (in the source tree).
class PointwisePlan {
public:
    /// Of the options, the choices may say how to merge; blocks, an algorithm and a schedule are
    /// for single transforms. Throws std::invalid_argument (what is wrong with the problem, the
    /// options or the function, with the compiler's first error in it) or DeviceError.
    PointwisePlan(const Problem& problem, const Pointwise& function,
                  const PlanOptions& options = {});
    PointwisePlan(const PointwisePlan&) = delete;
    PointwisePlan& operator=(const PointwisePlan&) = delete;
    PointwisePlan(PointwisePlan&&) noexcept;
    PointwisePlan& operator=(PointwisePlan&&) noexcept;
    ~PointwisePlan();

    /// From `in` to `out`, arrays in device memory as Problem says; out of place `in` is kept.
    /// `data` is handed to the function as it is. Throws as Plan::execute() does.
    void execute(void* in, void* out, cudaStream_t stream, const void* data = nullptr,
                 WorkspaceView workspace = {}) const;

    /// Bytes of work array that execute() needs, owned or supplied; 0 for most problems.
    [[nodiscard]] std::size_t workspace_bytes() const;

    [[nodiscard]] const Schedule& schedule() const;

    /// "times() in c2c 512x512 single, in place: 3 passes: 512=16x32 16x16 rows; 512=16x32 32x16
    /// columns there and back; 512=16x32 16x16 rows, no work array"
    [[nodiscard]] std::string describe() const;

private:
    std::string function_;
    std::unique_ptr<CompiledPlan> steps_;
};

}  // namespace tobiuo::fft
