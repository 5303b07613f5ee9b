// SPDX-License-Identifier: BSD-3-Clause
// Real-to-real transforms (Fourier, cosine, sine) on the CPU by FFTW, one kind per axis.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "kernels/fft/host/plan.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo::fft {

/// Transforms of n real values to n real values, unscaled, as FFTW defines them. A round trip
/// (halfcomplex and back; type I twice, II and III, IV twice) multiplies by `round_trip`.
enum class RealKind {
    halfcomplex,  ///< DFT of reals: Re X[0], Re X[1], ..., Im X[2], Im X[1]
    real,         ///< the inverse, from halfcomplex
    cosine_1,     ///< even about both end points
    cosine_2,     ///< even about half a step beyond the ends
    cosine_3,     ///< inverse of cosine_2
    cosine_4,  ///< even about half a step before the first, odd about half a step behind the last
    sine_1,    ///< odd about one step beyond the ends
    sine_2,    ///< odd about half a step beyond the ends
    sine_3,    ///< inverse of sine_2
    sine_4     ///< odd about half a step before the first, even about half a step behind the last
};

/// The name of the kind: "dft", "dct-2", ...
[[nodiscard]] std::string_view name_of(RealKind kind);

/// The factor of a round trip over n values: n for halfcomplex, 2 (n - 1) for cosine_1, 2 (n + 1)
/// for sine_1, else 2 n.
[[nodiscard]] double round_trip(RealKind kind, std::int64_t n);

/// One axis that is transformed, and the distance of its values.
struct RealAxis {
    RealKind kind{};
    std::int64_t length{};
    std::int64_t stride{};
};

/// The number of arrays, and the distance of their starts.
struct RealBatch {
    std::int64_t count = 1;
    std::int64_t stride = 1;
};

/// A plan on one thread, for callers that run many plans at a time, or on `threads`. Input and
/// output have the same layout.
template <typename T>
class HostRealPlan {
public:
    /// Plans the transform. Throws std::invalid_argument for less than one thread,
    /// std::runtime_error if FFTW makes no plan.
    HostRealPlan(const std::vector<RealAxis>& axes, RealBatch batch, Placement placement,
                 Effort effort, int threads = 1);
    HostRealPlan(const HostRealPlan&) = delete;
    HostRealPlan& operator=(const HostRealPlan&) = delete;
    HostRealPlan(HostRealPlan&&) noexcept;
    HostRealPlan& operator=(HostRealPlan&&) noexcept;
    ~HostRealPlan();

    /// Executes the plan for arrays that are equal (in place) or disjoint (out of place, which
    /// keeps `in`).
    void execute(const T* in, T* out) const;

private:
    struct Implementation;

    std::unique_ptr<const Implementation> implementation_;
};

extern template class HostRealPlan<float>;
extern template class HostRealPlan<double>;

}  // namespace tobiuo::fft
