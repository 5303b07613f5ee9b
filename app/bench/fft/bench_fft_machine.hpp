// Where `tobiuo bench fft` measures.
#pragma once

#include "app/bench/fft/bench_fft.hpp"
#include "app/bench/fft/row.hpp"

namespace tobiuo {

/// The host, and the device that the options name with the bandwidth of its copies, measured now.
/// Throws device::DeviceError.
[[nodiscard]] fft_bench::Machine machine_of(const BenchFftOptions& options, bool with_device);

}  // namespace tobiuo
