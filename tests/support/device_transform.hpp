// SPDX-License-Identifier: BSD-3-Clause
// Runs one transform by DevicePlan between host arrays, and checks the memory around those of the
// device.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "kernels/fft/device_plan.hpp"
#include "kernels/fft/problem.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/stream.hpp"
#include "tests/support/random_signal.hpp"

namespace tobiuo::test {

/// An array in device memory between two guard zones of NaNs: reading a zone spoils the result, and
/// writing to it is detected.
template <typename T>
class GuardedArray {
public:
    explicit GuardedArray(const std::vector<T>& values) : buffer_{values.size() + 2 * zone}
    {
        std::vector<T> all(buffer_.size(), poison<T>);
        std::ranges::copy(values, all.begin() + zone);
        const device::Stream stream = device::make_stream();
        device::copy_to_device<T>(buffer_.data(), all, stream.get());
        device::synchronize(stream.get());
    }

    [[nodiscard]] T* data() const { return buffer_.data() + zone; }
    [[nodiscard]] std::size_t bytes() const { return (buffer_.size() - 2 * zone) * sizeof(T); }

    /// The values of the array after the work on `stream`.
    [[nodiscard]] std::vector<T> values(cudaStream_t stream) const
    {
        std::vector<T> all(buffer_.size());
        device::copy_to_host<T>(all, buffer_.data(), stream);
        device::synchronize(stream);
        const auto untouched = [](T value) { return std::isnan(value); };
        EXPECT_TRUE(std::all_of(all.begin(), all.begin() + zone, untouched)) << "written before it";
        EXPECT_TRUE(std::all_of(all.end() - zone, all.end(), untouched)) << "written beyond it";
        return {all.begin() + zone, all.end() - zone};
    }

private:
    static constexpr std::ptrdiff_t zone = 64;

    device::DeviceBuffer<T> buffer_;
};

/// Both arrays after a transform; in place they are the same array.
template <typename T>
struct Transformed {
    std::vector<T> in;
    std::vector<T> out;
};

/// Executes the plan for `in`, which has the problem's layout; places that are not written hold
/// NaN.
template <typename T>
[[nodiscard]] Transformed<T> device_transform(const fft::DevicePlan& plan,
                                              const fft::Problem& problem, const std::vector<T>& in)
{
    const device::Stream stream = device::make_stream();
    const GuardedArray<T> source{in};
    if (problem.placement == fft::Placement::in_place) {
        plan.execute(source.data(), source.data(), stream.get());
        const auto values = source.values(stream.get());
        return {values, values};
    }
    const GuardedArray<T> sink{poisoned<T>(fft::output_bytes(problem))};
    plan.execute(source.data(), sink.data(), stream.get());
    return {source.values(stream.get()), sink.values(stream.get())};
}

}  // namespace tobiuo::test
