// Real transforms of a tile of neighbouring lines on the CPU, two lines as one complex line.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/fft/host/plan.hpp"
#include "kernels/fft/host/real_plan.hpp"

namespace tobiuo::fft {

/// Where a number of a line goes in a tile.
struct TileRow {
    std::int64_t row{};
    bool negated{};
};

template <typename T>
class LineSteps;

/// A transform and its inverse of `width` lines of `length` numbers, in place.
///
/// A tile is [row][line], lines contiguous: neighbouring lines along any axis but the contiguous
/// one are copied row by row. Numbers of the lines go to the rows that input_rows() tells, and
/// coefficients are in the rows of modes(), some with the other sign: what is done between
/// forward() and inverse() must be linear and the same for both signs.
///
/// Alignment a tile begins where a cache line does.
/// Accuracy  as FFTW's complex transform, by which it is made.
/// Sharing   any number of executions at a time.
/// Source    makhoul.hpp; host/halved_lines.cpp for DCT-I and DST-I.
template <typename T>
class HostLineTransform {
public:
    /// Two cache lines of neighbours.
    static constexpr std::int64_t width = 128 / static_cast<std::int64_t>(sizeof(T));

    /// Throws std::runtime_error if FFTW makes no plan.
    HostLineTransform(RealKind forward, std::int64_t length, Effort effort);
    HostLineTransform(const HostLineTransform&) = delete;
    HostLineTransform& operator=(const HostLineTransform&) = delete;
    HostLineTransform(HostLineTransform&&) noexcept;
    HostLineTransform& operator=(HostLineTransform&&) noexcept;
    ~HostLineTransform();

    void forward(T* tile) const;
    void inverse(T* tile) const;

    /// Per number of a line, where it is before forward() and after inverse().
    [[nodiscard]] const std::vector<TileRow>& input_rows() const;
    /// Per row after forward(), which of the coefficients of name_of(kind) it holds.
    [[nodiscard]] const std::vector<std::int64_t>& modes() const;
    /// inverse() after forward() multiplies by it.
    [[nodiscard]] double round_trip() const;

private:
    std::unique_ptr<const LineSteps<T>> steps_;
};

extern template class HostLineTransform<float>;
extern template class HostLineTransform<double>;

}  // namespace tobiuo::fft
