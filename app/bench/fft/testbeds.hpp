// The testbeds of transforms: our engine and FFTW on the host, our engine, cuFFT and VkFFT on a
// device, our engine with OpenCL.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/bench/options.hpp"
#include "app/bench/testbed.hpp"
#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/fft/schedule/schedule.hpp"

namespace tobiuo::fft_bench {

/// Makes the testbed of the host with our transforms, "cpu", and the library "fftw". `input` is the
/// untouched input and must outlive the testbed. Throws std::bad_alloc.
[[nodiscard]] std::unique_ptr<bench::Testbed> make_host_testbed(const fft::Problem& problem,
                                                                const bench::Bytes& input,
                                                                const HostSettings& settings);

/// A schedule that our engine runs under a name of its own, for a device of these limits whose
/// tuned table is `known`; nothing for a name that is not among them.
using NamedSchedules = std::function<std::optional<fft::Schedule>(
    const std::string& name, const fft::DeviceLimits& limits, const fft::TunedTable& known)>;

/// Makes the testbed of a device with the libraries "ours", "cufft" and "vkfft", whose work arrays
/// are allocated with their plans, and the names of `schedules`. `choices` are for the plan of
/// "ours"; entries of their table that the plan cannot use cause a warning. Throws
/// device::DeviceError.
[[nodiscard]] std::unique_ptr<bench::Testbed> make_device_testbed(
    int device, const fft::Problem& problem, const bench::Bytes& input,
    const fft::Choices& choices = {}, const NamedSchedules& schedules = {});

/// Makes the testbed of the chosen OpenCL device with our transforms, "opencl", by the
/// configurations of `table`, which outlives it; entries that a plan cannot use cause a warning.
/// Throws DeviceError.
[[nodiscard]] std::unique_ptr<bench::Testbed> make_opencl_testbed(const fft::Problem& problem,
                                                                  const bench::Bytes& input,
                                                                  const fft::TunedTable& table);

/// Bytes of the arrays of a testbed, with the untouched input and without work arrays.
[[nodiscard]] std::int64_t testbed_bytes(const fft::Problem& problem);

/// Fills the input of a problem with random_input().
void fill_random(const fft::Problem& problem, bench::Bytes& input);
/// Random values in [-0.5, 0.5], the same on every machine; for c2r the spectrum of such reals.
[[nodiscard]] bench::Bytes random_input(const fft::Problem& problem);

}  // namespace tobiuo::fft_bench
