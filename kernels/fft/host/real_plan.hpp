// Real-to-real transforms (Fourier, cosine, sine) on the CPU by FFTW, one kind per axis.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "kernels/fft/host/plan.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo::fft {

/// Transforms of n real numbers to n real numbers, unscaled, as FFTW defines them. A round trip
/// (halfcomplex and back; kind 1 twice, 2 and 3, 4 twice) multiplies by `round_trip`.
enum class RealKind {
    halfcomplex,  ///< DFT of reals: Re X[0], Re X[1], ..., Im X[2], Im X[1]
    real,         ///< back from halfcomplex
    cosine_1,     ///< even about both end points
    cosine_2,     ///< even about half a step beyond the ends
    cosine_3,     ///< inverse of cosine_2
    cosine_4,  ///< even about half a step before the first, odd about half a step behind the last
    sine_1,    ///< odd about one step beyond the ends
    sine_2,    ///< odd about half a step beyond the ends
    sine_3,    ///< inverse of sine_2
    sine_4     ///< odd about half a step before the first, even about half a step behind the last
};

/// "dft", "dct-2", ...
[[nodiscard]] std::string_view name_of(RealKind kind);

/// The factor of a round trip over n numbers: n for halfcomplex, 2 (n - 1) for cosine_1, 2 (n + 1)
/// for sine_1, else 2 n.
[[nodiscard]] double round_trip(RealKind kind, std::int64_t n);

/// One axis that is transformed, and how far apart its numbers are.
struct RealAxis {
    RealKind kind{};
    std::int64_t length{};
    std::int64_t stride{};
};

/// How many such arrays, and how far apart they begin.
struct RealBatch {
    std::int64_t count = 1;
    std::int64_t stride = 1;
};

/// Plan on one thread, for callers that run many at a time, or on `threads`. Input and output lie
/// alike.
template <typename T>
class HostRealPlan {
public:
    /// Throws std::invalid_argument for less than one thread, std::runtime_error if FFTW makes no
    /// plan.
    HostRealPlan(const std::vector<RealAxis>& axes, RealBatch batch, Placement placement,
                 Effort effort, int threads = 1);
    HostRealPlan(const HostRealPlan&) = delete;
    HostRealPlan& operator=(const HostRealPlan&) = delete;
    HostRealPlan(HostRealPlan&&) noexcept;
    HostRealPlan& operator=(HostRealPlan&&) noexcept;
    ~HostRealPlan();

    /// Any arrays that are one (in place) or disjoint (out of place, which keeps `in`).
    void execute(const T* in, T* out) const;

private:
    struct Implementation;

    std::unique_ptr<const Implementation> implementation_;
};

extern template class HostRealPlan<float>;
extern template class HostRealPlan<double>;

}  // namespace tobiuo::fft
