// The host's side of the benchmark: FFTW.
#pragma once

#include <memory>

#include "app/bench/fft/testbed.hpp"
#include "kernels/fft/host/plan.hpp"

namespace tobiuo::fft_bench {

struct HostSettings {
    int threads = 0;  ///< of FFTW; 0: all OpenMP threads
    fft::Effort effort = fft::Effort::estimate;
};

/// Its library is "fftw". `input` is the untouched input and must outlive the testbed. Throws
/// std::bad_alloc.
[[nodiscard]] std::unique_ptr<Testbed> make_host_testbed(const fft::Problem& problem,
                                                         const Bytes& input,
                                                         const HostSettings& settings);

}  // namespace tobiuo::fft_bench
