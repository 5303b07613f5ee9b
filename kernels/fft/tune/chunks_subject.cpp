// SPDX-License-Identifier: BSD-3-Clause
// A transform of arrays in host memory as the tuner of chunks runs it.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include <tobiuo/page_lock.hpp>

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/out_of_card/division.hpp"
#include "kernels/fft/out_of_card/engine.hpp"
#include "kernels/fft/tune/tune_chunks.hpp"
#include "runtime/device/check.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/median.hpp"
#include "runtime/memory/host_array.hpp"
#include "runtime/seconds_since.hpp"
#include "runtime/threads.hpp"

namespace tobiuo::fft {
namespace {

constexpr int repetitions = 3;
/// Every so many values of a result are compared: no multiple of a chunk's rows.
constexpr std::size_t sample_step = 4099;

/// An array of the host, page-locked.
template <typename T>
class Array {
public:
    explicit Array(std::int64_t bytes)
        : values_{static_cast<std::size_t>(bytes) / sizeof(T)},
          lock_{values_.data(), values_.size() * sizeof(T)}
    {
    }

    [[nodiscard]] T* data() { return values_.data(); }

    /// Sets values in [-0.5, 0.5) without a pattern that a transform would show.
    void fill()
    {
        const auto count = static_cast<std::int64_t>(values_.size());
        T* const values = values_.data();
        [[maybe_unused]] const int threads = threads_for(count, 1.0);
#pragma omp parallel for schedule(static) num_threads(threads)
        for (std::int64_t n = 0; n < count; ++n) {
            const std::uint64_t mixed = static_cast<std::uint64_t>(n) * 0x9E3779B97F4A7C15ULL;
            values[n] = static_cast<T>(static_cast<double>(mixed >> 11U) * 0x1p-53 - 0.5);
        }
    }

    [[nodiscard]] std::vector<T> sample() const
    {
        std::vector<T> some;
        for (std::size_t n = 0; n < values_.size(); n += sample_step) {
            some.push_back(values_.data()[n]);
        }
        return some;
    }

private:
    memory::HostArray<T> values_;
    PageLock lock_;
};

template <typename T>
class Subject final : public ChunksSubject {
public:
    Subject(const Problem& problem, std::int64_t device_bytes)
        : problem_{problem},
          options_{.device_bytes = device::device_bytes_within(device_bytes)},
          in_{in_place() ? std::max(input_bytes(problem), output_bytes(problem))
                         : input_bytes(problem)},
          out_{in_place() ? 0 : output_bytes(problem)}
    {
    }

    [[nodiscard]] std::vector<ColumnsRequest> requests() const override
    {
        return divided(problem_, options_.device_bytes, limits_of_current_device(), {})
            .rounds.columns;
    }

    [[nodiscard]] double seconds(const TunedTable& table) override
    {
        const OutOfCardEngine engine{problem_, options_, &table};
        in_.fill();
        engine.execute_and_wait(in_.data(), result().data());
        compare(result().sample());
        std::vector<double> seconds;
        for (int time = 0; time < repetitions; ++time) {
            in_.fill();
            const auto start = std::chrono::steady_clock::now();
            engine.execute_and_wait(in_.data(), result().data());
            seconds.push_back(seconds_since(start));
        }
        return median(seconds);
    }

private:
    [[nodiscard]] bool in_place() const { return problem_.placement == Placement::in_place; }
    [[nodiscard]] Array<T>& result() { return in_place() ? in_ : out_; }

    /// Throws if a result is not that of the first call.
    void compare(const std::vector<T>& found)
    {
        if (first_.empty()) {
            first_ = found;
            return;
        }
        double difference = 0.0;
        double norm = 0.0;
        for (std::size_t n = 0; n < found.size(); ++n) {
            const auto expected = static_cast<double>(first_[n]);
            difference += std::pow(static_cast<double>(found[n]) - expected, 2);
            norm += expected * expected;
        }
        constexpr double most = 64.0 * std::numeric_limits<T>::epsilon();
        if (!(std::sqrt(difference) <= most * std::sqrt(norm))) {
            throw std::runtime_error{"the result differs from that of the first plan"};
        }
    }

    Problem problem_;
    OutOfCardOptions options_;
    Array<T> in_;
    Array<T> out_;
    std::vector<T> first_;
};

}  // namespace

std::unique_ptr<ChunksSubject> chunks_subject(const Problem& problem, std::int64_t device_bytes,
                                              int device)
{
    device::select(device);
    if (problem.precision == Precision::fp32) {
        return std::make_unique<Subject<float>>(problem, device_bytes);
    }
    return std::make_unique<Subject<double>>(problem, device_bytes);
}

}  // namespace tobiuo::fft
