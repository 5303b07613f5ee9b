// SPDX-License-Identifier: BSD-3-Clause
// A device as the tuner of passes uses it: its memory, its limits, and how far arrays are apart.
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <span>

#include <tobiuo/backend.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/tune/tune.hpp"
#include "runtime/machine/machine.hpp"

namespace tobiuo::fft {

/// The sums of the squares of a - b and of b.
struct SquareSums {
    double difference = 0;
    double reference = 0;

    /// |a - b| / |b| in the 2-norm; 0 if both are zero. It is infinite, so that a does not pass for
    /// b, if one of the sums is not finite: a or b has such a value, or the squares overflow.
    [[nodiscard]] double relative() const
    {
        if (!std::isfinite(difference) || !std::isfinite(reference)) {
            return std::numeric_limits<double>::infinity();
        }
        return difference == 0.0 ? 0.0 : std::sqrt(difference / reference);
    }
};

/// The sums over two arrays in host memory.
template <typename T>
[[nodiscard]] SquareSums square_sums(std::span<const T> a, std::span<const T> b)
{
    SquareSums sums;
    for (std::size_t index = 0; index < a.size(); ++index) {
        const double apart = static_cast<double>(a[index]) - static_cast<double>(b[index]);
        sums.difference += apart * apart;
        sums.reference += static_cast<double>(b[index]) * static_cast<double>(b[index]);
    }
    return sums;
}

/// A device on which plans are tuned.
struct TuneDevice {
    std::unique_ptr<const runtime::Machine> machine;
    /// The limits within which configurations are legal.
    DeviceLimits limits;
    /// The most plans that are worth compiling side by side.
    std::size_t plans_at_once = 1;
    /// Whether KernelConfig::min_blocks_per_sm changes a kernel.
    bool bounds_residents = false;
    /// The sums over `count` values of two arrays of the machine. Waits for the result.
    std::function<SquareSums(const void* a, const void* b, std::size_t count, Precision precision,
                             Stream stream)>
        square_sums;
};

/// What tunes the passes of transforms on the devices of one back end.
struct Tuner {
    /// The device of this index, which is the current one afterwards; with OpenCL the one that this
    /// process uses. Throws DeviceError.
    TuneDevice (*device)(int index);
    /// Throws std::invalid_argument.
    TuneSubject (*transform)(const Problem& problem, bool allows_workspace);
    /// A function between a transform and its inverse. Throws std::invalid_argument. Null where no
    /// functions of users are compiled; plans there have no choice about a work array either.
    TuneSubject (*pointwise)(const Problem& problem, const Pointwise& function) = nullptr;
};

/// The tuner of a back end of devices. Throws DeviceError in a build without the back end.
[[nodiscard]] const Tuner& tuner_of(Backend backend);
[[nodiscard]] const Tuner& cuda_tuner();
[[nodiscard]] const Tuner& opencl_tuner();

}  // namespace tobiuo::fft
