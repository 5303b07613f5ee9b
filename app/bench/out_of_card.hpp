// What benchmarks of arrays in host memory (`--out-of-card`) share: the link's keys and columns.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/bench/harness.hpp"
#include "app/bench/options.hpp"
#include "app/output/html/bench_file.hpp"
#include "app/output/report/link_use.hpp"

namespace tobiuo::bench {

/// Throws InputError for an implementation that has nothing to offer for arrays in host memory:
/// all but "ours" and "fftw".
void check_out_of_card_contestants(const std::vector<std::string>& names);

/// Throws device::DeviceError, with the reason, if the device cannot be measured.
void require_device(int device);

/// Adds device_memory_gib, seconds, repetitions and the use of the link, and null for the keys of
/// FFTW.
void put_link(Json& row, const LinkUse& link, std::int64_t device_memory,
              const std::vector<double>& seconds);

/// Runs a benchmark and writes its rows to `json`, the file of --json.
[[nodiscard]] ExitCode run_out_of_card(const Benchmark& benchmark, const Machine& machine,
                                       const std::optional<BenchFile>& json);

/// The columns of the keys that put_link() adds, and of fftw_seconds and rms.
[[nodiscard]] std::vector<Column> link_columns();

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
