// SPDX-License-Identifier: BSD-3-Clause
// A Fourier transform on the CPU by FFTW: planned once for a problem, executed many times.
#pragma once

#include <memory>
#include <string>

#include "kernels/fft/effort.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo::fft {

/// A plan for `threads` threads, or for as many OpenMP threads as its size is worth
/// (threads_for()): one thread below some ten thousand points, and where other work keeps the
/// processors busy (ThreadChoice).
///
///     const fft::HostPlan plan{{.lengths = {512, 512, 512}, .kind = fft::Kind::r2c}};
///     plan.execute(data, data);
///
/// Sharing   any number of executions at a time.
/// Accuracy  relative error in the 2-norm at most 8 eps sqrt(log2 N).
/// Source    M. Frigo and S. G. Johnson, Proc. IEEE 93(2), 216 (2005).
class HostPlan {
public:
    /// Plans the transform. Throws std::invalid_argument (what is wrong with the problem or the
    /// threads) or std::runtime_error (FFTW makes no plan). The slowest axis alone requires c2c.
    explicit HostPlan(const Problem& problem, Effort effort = Effort::estimate, int threads = 0,
                      Axes axes = Axes::all);
    HostPlan(const HostPlan&) = delete;
    HostPlan& operator=(const HostPlan&) = delete;
    HostPlan(HostPlan&&) noexcept;
    HostPlan& operator=(HostPlan&&) noexcept;
    ~HostPlan();

    /// Transforms `in` to `out`, as Problem says: c2r overwrites `in`, even out of place. Throws
    /// std::invalid_argument if the arrays do not fit the problem.
    void execute(void* in, void* out) const;

    /// Transforms and keeps `in` (unless `out` is the same array): c2r out of place transforms a
    /// copy of `in`, at the cost of that copy.
    void execute(const void* in, void* out) const;

    /// The plan in one line: "FFTW 3.3.10 r2c 256x256x256 double, in place, 2 threads, measure".
    [[nodiscard]] std::string describe() const;
    /// "FFTW 3.3.10, 2 threads, measure"
    [[nodiscard]] std::string describe_planner() const;

private:
    class Implementation;

    Problem problem_;
    Effort effort_;
    int threads_;
    std::unique_ptr<const Implementation> implementation_;
};

}  // namespace tobiuo::fft
