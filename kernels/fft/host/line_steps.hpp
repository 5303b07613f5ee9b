// SPDX-License-Identifier: BSD-3-Clause
// The steps of a HostLineTransform, which transform a tile forward and back.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/fft/host/line_transform.hpp"

namespace tobiuo::fft {

/// The contract of HostLineTransform; each algorithm is a class of its own.
template <typename T>
class LineSteps {
public:
    static constexpr std::int64_t width = HostLineTransform<T>::width;

    LineSteps() = default;
    LineSteps(const LineSteps&) = delete;
    LineSteps& operator=(const LineSteps&) = delete;
    virtual ~LineSteps() = default;

    virtual void forward(T* tile) const = 0;
    virtual void inverse(T* tile) const = 0;

    std::vector<TileRow> input_rows;
    std::vector<std::int64_t> modes;
    double round_trip{};
};

/// Transforms two lines as one complex line, for the DFT, DCT and DST II to IV.
template <typename T>
[[nodiscard]] std::unique_ptr<LineSteps<T>> paired_lines(RealKind forward, std::int64_t length,
                                                         Effort effort);

/// Computes DCT-I and DST-I, half of the coefficients at a time, by DCT-III and DST-III.
template <typename T>
[[nodiscard]] std::unique_ptr<LineSteps<T>> halved_lines(RealKind forward, std::int64_t length,
                                                         Effort effort);

}  // namespace tobiuo::fft
