// SPDX-License-Identifier: BSD-3-Clause
// Streams fourteen arrays through all cores of the host.
#include <algorithm>
#include <chrono>
#include <memory>

#include "runtime/memory/ceiling.hpp"
#include "runtime/memory/host_array.hpp"
#include "runtime/memory/stagger.hpp"
#include "runtime/memory/streaming_store.hpp"

namespace tobiuo::memory {
namespace {

constexpr int streams = 13;
constexpr std::int64_t row = 2048;  // floats: a row of each stream stays in L1 and L2

struct Streams {
    float* base;
    std::int64_t length;  ///< of one array, in values

    [[nodiscard]] float* array(int m) const { return base + m * (length + stagger_values); }
};

void add_row(const Streams& data, std::int64_t start, float* out)
{
    const float* first = data.array(0) + start;
    const std::int64_t step = data.length + stagger_values;
#pragma omp simd
    for (std::int64_t i = 0; i < row; ++i) {
        float sum = first[i];
        for (int m = 1; m < streams; ++m) {
            sum += first[i + m * step];
        }
        out[i] = sum;
    }
}

double seconds_of_one_pass(const Streams& data, bool streaming)
{
    const auto start = std::chrono::steady_clock::now();
#pragma omp parallel
    {
        alignas(64) float buffer[row];
#pragma omp for schedule(static) nowait
        for (std::int64_t at = 0; at < data.length; at += row) {
            float* target = data.array(streams) + at;
            add_row(data, at, streaming ? buffer : target);
            if (streaming) {
                store_streaming(target, buffer, row);
            }
        }
        finish_streaming_stores();
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

class HostStreams {
public:
    explicit HostStreams(std::int64_t bytes)
        : length_{std::max<std::int64_t>(
                      1, bytes / arrays / static_cast<std::int64_t>(sizeof(float)) / row) *
                  row},
          memory_{static_cast<std::size_t>(arrays * (length_ + stagger_values))},
          data_{.base = memory_.data(), .length = length_}
    {
#pragma omp parallel for schedule(static)
        for (std::int64_t at = 0; at < length_; at += row) {
            for (int m = 0; m < arrays; ++m) {
                std::fill_n(data_.array(m) + at, row, static_cast<float>(m) + 0.5F);
            }
        }
        static_cast<void>(seconds());
    }

    [[nodiscard]] double seconds() const
    {
        return std::min(seconds_of_one_pass(data_, false), seconds_of_one_pass(data_, true));
    }

    [[nodiscard]] std::int64_t bytes() const
    {
        return arrays * length_ * static_cast<std::int64_t>(sizeof(float));
    }

private:
    static constexpr std::int64_t arrays = streams + 1;

    std::int64_t length_;
    HostArray<float> memory_;
    Streams data_;
};

}  // namespace

CeilingProbe make_host_probe(std::int64_t bytes)
{
    const auto streams = std::make_shared<const HostStreams>(bytes);
    return {.seconds_and_wait = [streams] { return streams->seconds(); },
            .bytes = streams->bytes()};
}

}  // namespace tobiuo::memory
