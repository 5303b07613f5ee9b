// The checked selection of `tobiuo bench fft`: what its options ask for.
#pragma once

#include <string>
#include <vector>

#include "app/bench/fft/bench_fft.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo {

/// The problems of every size in every precision and kind. Throws InputError for a malformed size
/// or one that no memory holds.
[[nodiscard]] std::vector<fft::Problem> chosen_problems(const BenchFftOptions& options);

struct FftImplementations {
    std::vector<std::string> device;
    std::vector<std::string> host;
    std::vector<std::string> opencl;
};

/// The names of all implementations: bench::libraries(), and "cpu" and "opencl", our engine on the
/// CPU and with OpenCL, which run if they are named.
[[nodiscard]] std::vector<std::string> fft_implementations();

/// The implementations asked for, or all, without those that cannot run here, for which the
/// function warns with the reason. Throws DeviceError if the device is missing although --device or
/// an implementation that needs one is given.
[[nodiscard]] FftImplementations chosen_implementations(const BenchFftOptions& options);

}  // namespace tobiuo
