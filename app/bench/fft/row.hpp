// A row of the benchmark: one transform by one library, and the figures that follow.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/fft/measurement.hpp"
#include "kernels/fft/host/reference.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo::fft_bench {

/// Where it was measured.
struct Machine {
    std::string device;  ///< name; empty without one
    std::int64_t l2_bytes{};
    double copy_bytes_per_second{};  ///< of the device: read and written
    std::string host;                ///< "Intel Xeon, 16 threads"
};

/// What does not apply is absent: of the host, all about the device's memory.
struct Row {
    fft::Problem problem;
    std::string library;
    double seconds{};  ///< of one transform: median, least and most of the repetitions
    double least{};
    double most{};
    int repetitions{};
    int executions{};
    std::optional<double> limit_seconds;   ///< of a pass over memory an axis
    std::optional<double> ratio_to_cufft;  ///< its time over ours: above 1 is faster than cuFFT
    std::optional<bool> in_l2;             ///< the arrays fit into the cache
    double planning_seconds{};
    std::optional<std::int64_t> workspace_bytes;
    std::optional<fft::Errors> errors;
    std::string version;
    std::string plan;

    [[nodiscard]] double gflops() const { return fft::flops(problem) / seconds * 1e-9; }
    [[nodiscard]] std::optional<double> percent_of_limit() const;
    /// Whether the error is one of rounding.
    [[nodiscard]] std::optional<bool> accurate() const;
};

/// Of an implementation that was measured at least once. `machine` is null for the host.
[[nodiscard]] Row row_of(const fft::Problem& problem, const Implementation& one,
                         const Machine* machine);

/// Fills ratio_to_cufft in rows of the same problem, where cuFFT is among them.
void compare_with_cufft(std::vector<Row>& rows);

/// The time of reading the input and writing the output once for every axis that has more than one
/// point: a transform that takes one axis a pass cannot be faster, unless it runs in a cache.
[[nodiscard]] double limit_seconds(const fft::Problem& problem, double copy_bytes_per_second);

/// Whether an error is one of rounding: at most 8 eps sqrt(log2 N) in the 2-norm.
[[nodiscard]] bool is_rounding(const fft::Problem& problem, double relative_l2);

/// "c2c", "single", "in-place": the words of options and JSON.
[[nodiscard]] std::string_view word_of(fft::Kind kind);
[[nodiscard]] std::string_view word_of(Precision precision);
[[nodiscard]] std::string_view word_of(fft::Placement placement);

}  // namespace tobiuo::fft_bench
