// SPDX-License-Identifier: BSD-3-Clause
// NVIDIA's cuFFTXt: one process transforms an array that is divided among several devices.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/bench/measurement.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo::bench {

/// The seconds of one execution, for each repetition.
struct CufftXtTimes {
    std::vector<double> seconds = {};
    std::string version = {};
};

/// Times in-place c2c transforms of three axes, by turns forward to a spectrum that stays divided
/// along the second axis and inverse from there, and before that checks the spectrum of an impulse.
/// A repetition has as many executions as take `pace_seconds`, within the range of numbers. The current device stays. Throws
/// NotPlanned with the reason, as a clause, if the library cannot do it or its spectrum is wrong;
/// device::DeviceError.
[[nodiscard]] CufftXtTimes time_cufft_xt(const fft::Problem& problem, std::span<const int> devices,
                                         int repetitions, double pace_seconds);

}  // namespace tobiuo::bench
