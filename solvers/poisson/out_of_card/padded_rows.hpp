// SPDX-License-Identifier: BSD-3-Clause
// The work array of chunks whose rows of x have an odd number of unknowns.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "runtime/device/buffer.hpp"
#include "runtime/device/check.hpp"
#include "runtime/device/copy.hpp"

namespace tobiuo::poisson {

/// Rows with padding between them, in which passes have the modes of a chunk; or nothing, where
/// rows need no padding and the modes lie in the slot of the chunk.
template <typename T>
class PaddedRows {
public:
    /// `row` values and a distance of `pitch` of `rows` rows; no rows if nothing is padded.
    /// Enqueues on `stream` that all are zero.
    PaddedRows(std::int64_t rows, std::int64_t row, std::int64_t pitch, cudaStream_t stream)
        : row_{row}, pitch_{pitch}, values_{static_cast<std::size_t>(rows * pitch)}
    {
        if (rows > 0) {
            device::clear(values_, "clear the rows of a solve", stream);
        }
    }

    [[nodiscard]] T* data() const { return values_.data(); }
    [[nodiscard]] std::size_t bytes() const { return values_.size() * sizeof(T); }

    /// Where the modes of a chunk in the slot `values` are.
    [[nodiscard]] T* modes(T* values) const { return is_used() ? values_.data() : values; }

    /// Enqueues a copy of modes from the slot of a chunk to where passes take them.
    void take(const T* values, std::int64_t rows, cudaStream_t stream) const
    {
        if (is_used()) {
            copy(values_.data(), pitch_, values, row_, rows, stream);
        }
    }

    /// Enqueues a copy of modes to the slot.
    void give(T* values, std::int64_t rows, cudaStream_t stream) const
    {
        if (is_used()) {
            copy(values, row_, values_.data(), pitch_, rows, stream);
        }
    }

private:
    [[nodiscard]] bool is_used() const { return values_.size() > 0; }

    void copy(T* to, std::int64_t to_pitch, const T* from, std::int64_t from_pitch,
              std::int64_t rows, cudaStream_t stream) const
    {
        const auto bytes = [](std::int64_t values) {
            return static_cast<std::size_t>(values) * sizeof(T);
        };
        device::check(
            cudaMemcpy2DAsync(to, bytes(to_pitch), from, bytes(from_pitch), bytes(row_),
                              static_cast<std::size_t>(rows), cudaMemcpyDeviceToDevice, stream),
            "copy the rows of a chunk");
    }

    std::int64_t row_;
    std::int64_t pitch_;
    device::DeviceBuffer<T> values_;
};

}  // namespace tobiuo::poisson
