// The options that all benchmarks share.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kernels/fft/host/plan.hpp"

namespace tobiuo {

struct BenchOptions {
    std::vector<std::string> sizes;
    int repetitions = 9;
    int device = 0;
    bool device_named = false;  ///< a device that the user names must exist
    std::optional<std::filesystem::path> json;
};

/// The settings of FFTW, and of all that shares its testbed.
struct HostSettings {
    int threads = 0;  ///< 0: all OpenMP threads
    fft::Effort effort = fft::Effort::estimate;
};

/// Whether arrays stay in host memory (`--out-of-card`).
struct OutOfCardBenchOptions {
    bool chosen = false;
    /// Bytes of device memory that a transform or a solve may take.
    std::int64_t device_memory = std::int64_t{4} << 30;
    bool lock_pages = true;  ///< of the arrays; of transforms
};

/// The options of benchmarks that compare libraries.
struct LibraryBenchOptions : BenchOptions {
    std::vector<std::string> precisions{"single", "double"};
    std::vector<std::string> implementations;  ///< empty: all there are
    HostSettings host;
    OutOfCardBenchOptions out_of_card;
};

}  // namespace tobiuo
