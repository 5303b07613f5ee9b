// The options that all benchmarks share.
#pragma once

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

/// The options of benchmarks that compare libraries.
struct LibraryBenchOptions : BenchOptions {
    std::vector<std::string> precisions{"single", "double"};
    std::vector<std::string> implementations;  ///< empty: all there are
    HostSettings host;
};

}  // namespace tobiuo
