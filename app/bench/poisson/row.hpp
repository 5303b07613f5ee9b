// A row of the Poisson benchmark: one problem by one implementation, and the figures that follow.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/fft/measurement.hpp"
#include "app/bench/poisson/bench_problem.hpp"
#include "kernels/precision.hpp"
#include "solvers/poisson/residual.hpp"

namespace tobiuo::poisson_bench {

/// Where it was measured. What no implementation needs is not measured: 0.
struct Machine {
    std::string host;                   ///< "Intel Xeon, 16 threads"
    double ceiling_bytes_per_second{};  ///< of the host's memory, by memory::measure_ceiling()
    std::string device = {};            ///< name; empty without one
    double copy_bytes_per_second{};     ///< of the device's memory, read and written
};

struct Row {
    BenchProblem problem;
    Backend backend = Backend::cpu;
    std::string implementation;
    double seconds{};  ///< of one solve: median, least and most of the repetitions
    double least{};
    double most{};
    int repetitions{};
    int executions{};
    double ceiling_bytes_per_second{};  ///< of the memory that the arrays lie in
    /// The medians of all implementations for this problem in the same memory, this one included.
    std::map<std::string, double> seconds_of = {};
    std::optional<poisson::Residual> residual = {};
    double planning_seconds{};
    std::optional<std::int64_t> workspace_bytes = {};
    std::string version;
    std::string plan;

    [[nodiscard]] double points_per_second() const;
    /// What the three trips of our solve take at the least, whoever solves.
    [[nodiscard]] double bytes_per_point() const;
    [[nodiscard]] double percent_of_ceiling() const;
    /// The peer's time by this one's: above 1 is faster than the peer. Nothing without the peer.
    [[nodiscard]] std::optional<double> ratio_to(const std::string& peer) const;
    /// To FFTW on the CPU, to cuFFT on a GPU.
    [[nodiscard]] std::optional<double> ratio_to_peer() const
    {
        return ratio_to(backend == Backend::cpu ? "fftw" : "cufft");
    }
};

/// Of an implementation that was measured at least once.
[[nodiscard]] Row row_of(const BenchProblem& problem, const fft_bench::Implementation& one,
                         Backend backend, double ceiling_bytes_per_second);

/// "cpu", "cuda".
[[nodiscard]] std::string_view word_of(Backend backend);

/// Fills seconds_of in rows of one problem in one memory.
void compare(std::vector<Row>& rows);

}  // namespace tobiuo::poisson_bench
