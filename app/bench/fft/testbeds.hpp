// SPDX-License-Identifier: BSD-3-Clause
// The testbeds of transforms: our engine and FFTW on the host, our engine, cuFFT and VkFFT on a
// device, our engine with OpenCL.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <tobiuo/fft/transform.hpp>

#include "app/bench/machines.hpp"
#include "app/bench/measurement.hpp"
#include "app/bench/options.hpp"
#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/fft/schedule/schedule.hpp"

namespace tobiuo::fft_bench {

/// A schedule that our engine runs under a name of its own, for a device of these limits whose
/// tuned table is `known`; nothing for a name that is not among them.
using NamedSchedules = std::function<std::optional<fft::Schedule>(
    const std::string& name, const fft::DeviceLimits& limits, const fft::TunedTable& known)>;

/// How plans are made.
struct PlanSettings {
    HostSettings host = {};
    /// On a CUDA device, of "ours"; entries of their table that the plan cannot use cause a warning.
    fft::Choices choices = {};
    NamedSchedules schedules = {};
};

/// Makes the testbed of a machine with the contestants that run there: "cpu" and "fftw" on the host,
/// "opencl", and on CUDA device `device` "ours", "cufft", "vkfft", whose work arrays are allocated
/// with their plans, and the names of the schedules. `input` is the untouched input and must outlive
/// the testbed of the host. Throws std::bad_alloc, device::DeviceError.
[[nodiscard]] std::shared_ptr<const bench::Testbed> make_testbed(const bench::MachineKind& machine,
                                                                 int device,
                                                                 const fft::Problem& problem,
                                                                 const bench::Bytes& input,
                                                                 const PlanSettings& settings = {});

/// Makes a plan of a contestant on a CUDA device. Throws bench::NotPlanned, device::DeviceError.
[[nodiscard]] std::unique_ptr<bench::Transform> plan_on_device(const std::string& name, int device,
                                                               const fft::Problem& problem,
                                                               const PlanSettings& settings,
                                                               Stream stream);

/// Bytes of the arrays of a testbed, with the untouched input and without work arrays.
[[nodiscard]] std::int64_t testbed_bytes(const fft::Problem& problem);

/// Fills the input of a problem with random_input().
void fill_random(const fft::Problem& problem, bench::Bytes& input);
/// Random values in [-0.5, 0.5], the same on every machine; for c2r the spectrum of such reals.
[[nodiscard]] bench::Bytes random_input(const fft::Problem& problem);

/// The problem in the words of the public classes.
[[nodiscard]] fft::Transform transform_of(const fft::Problem& problem);

}  // namespace tobiuo::fft_bench
