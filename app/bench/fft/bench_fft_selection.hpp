// What `tobiuo bench fft` shall measure: its options, every word of them checked.
#pragma once

#include <string>
#include <vector>

#include "app/bench/fft/bench_fft.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo {

/// "ours", "cufft", "vkfft", "fftw": in the order of the table.
[[nodiscard]] const std::vector<std::string>& fft_implementations();

/// Every size in every precision and kind. Throws InputError for a size that is none, or none that
/// memory could hold.
[[nodiscard]] std::vector<fft::Problem> chosen_problems(const BenchFftOptions& options);

struct FftImplementations {
    std::vector<std::string> device;
    std::vector<std::string> host;
};

/// Those asked for, or all, without those that cannot run here: these are warned of with the
/// reason. Throws device::DeviceError where one is asked for by name that needs a device, or
/// --device is given, and the device is not there.
[[nodiscard]] FftImplementations chosen_implementations(const BenchFftOptions& options);

}  // namespace tobiuo
