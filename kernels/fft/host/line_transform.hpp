// SPDX-License-Identifier: BSD-3-Clause
// Real transforms of a tile of neighbouring lines on the CPU, two lines as one complex line.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/fft/host/plan.hpp"
#include "kernels/fft/host/real_plan.hpp"
#include "kernels/fft/host/tile_functions.hpp"

namespace tobiuo::fft {

template <typename T>
class LineSteps;

/// A transform and its inverse of `width` lines of `length` samples, in place.
///
/// A tile is [row][line], lines contiguous: neighbouring lines along any axis but the contiguous
/// one are copied row by row. input_rows() tells the rows of samples, and modes() the coefficients
/// in the rows, some of which have the other sign: what is done between forward() and inverse()
/// must be linear and the same for both signs.
///
/// Alignment a tile starts at a cache line.
/// Accuracy  as TileDft, on which it is built.
/// Sharing   any number of executions at a time.
/// Source    makhoul.hpp; host/halved_lines.cpp for DCT-I and DST-I.
template <typename T>
class HostLineTransform {
public:
    /// Lines of a tile, which fill two cache lines.
    static constexpr std::int64_t width = tile_width<T>;

    /// Plans both transforms. Throws std::runtime_error if FFTW makes no plan.
    HostLineTransform(RealKind forward, std::int64_t length, Effort effort);
    HostLineTransform(const HostLineTransform&) = delete;
    HostLineTransform& operator=(const HostLineTransform&) = delete;
    HostLineTransform(HostLineTransform&&) noexcept;
    HostLineTransform& operator=(HostLineTransform&&) noexcept;
    ~HostLineTransform();

    void forward(T* tile) const;
    void inverse(T* tile) const;

    /// The row of each sample of a line, before forward() and after inverse().
    [[nodiscard]] const std::vector<TileRow>& input_rows() const;
    /// The coefficient of name_of(kind) in each row after forward().
    [[nodiscard]] const std::vector<std::int64_t>& modes() const;
    /// The factor by which forward() and inverse() together multiply.
    [[nodiscard]] double round_trip() const;

private:
    std::unique_ptr<const LineSteps<T>> steps_;
};

extern template class HostLineTransform<float>;
extern template class HostLineTransform<double>;

}  // namespace tobiuo::fft
