// SPDX-License-Identifier: BSD-3-Clause
// Benchmarks of arrays in host memory (`--out-of-card`): ours beside the link's limit and FFTW.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/bench/harness.hpp"
#include "app/bench/options.hpp"
#include "app/output/report/link_use.hpp"

namespace tobiuo::bench {

/// A problem whose arrays are in host memory.
struct OutOfCardJob {
    std::string text;     ///< the problem in words
    double host_bytes{};  ///< of all arrays there
    /// Measures it. Throws std::invalid_argument if it cannot be done in parts.
    std::function<Json()> row;
};

/// Runs a benchmark of the jobs that `make_jobs` makes when the device is there, between these
/// columns; writes the document. Throws InputError for a contestant that has nothing to offer for
/// arrays in host memory, all but "ours" and "fftw", and device::DeviceError.
[[nodiscard]] ExitCode run_out_of_card(const LibraryBenchOptions& options,
                                       const std::function<std::string(const Machine&)>& head,
                                       const std::vector<Column>& first, const Column& last,
                                       const std::function<std::vector<OutOfCardJob>()>& make_jobs);

/// What `time_and_wait` returns for each repetition, at least one, after one that warms up; each but
/// that begins with `prepare`.
[[nodiscard]] std::vector<double> repeated(const LibraryBenchOptions& options,
                                           const std::function<void()>& prepare,
                                           const std::function<double()>& time_and_wait);

/// Adds device_memory_gib, seconds, repetitions and the use of the link, and null for the keys of
/// FFTW.
void put_link(Json& row, const LinkUse& link, const LibraryBenchOptions& options,
              const std::vector<double>& seconds);

/// Whether FFTW competes.
[[nodiscard]] bool has_fftw(const LibraryBenchOptions& options);

/// Adds the time and the threads of one execution by FFTW, if it competes, and the `rms` of the
/// difference. Where FFTW fails, a warning says that `problem` is not `done` ("solved") by it.
void put_fftw(Json& row, const LibraryBenchOptions& options, const std::string& problem,
              const char* done, const std::function<double()>& time_and_wait,
              const std::function<double()>& rms);

/// The root of the mean of the squared differences.
template <typename T>
[[nodiscard]] double root_mean_square(std::span<const T> one, std::span<const T> other)
{
    const std::int64_t count = std::ssize(one);
    double sum = 0.0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (std::int64_t n = 0; n < count; ++n) {
        const auto at = static_cast<std::size_t>(n);
        const double difference = static_cast<double>(one[at]) - static_cast<double>(other[at]);
        sum += difference * difference;
    }
    return std::sqrt(sum / static_cast<double>(count));
}

/// All values of an array in the precision T.
template <typename T>
[[nodiscard]] std::span<T> values_of(Bytes& bytes)
{
    return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
}

}  // namespace tobiuo::bench
