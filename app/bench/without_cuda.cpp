// SPDX-License-Identifier: BSD-3-Clause
// The device's part of the benchmarks in a build without a CUDA toolkit.
#include "app/bench/fft/testbeds.hpp"
#include "app/bench/flow/flow_example.hpp"
#include "app/bench/peers/cufft_xt.hpp"
#include "app/bench/poisson/testbeds.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo {

std::optional<std::string> bench::library_unsupported_reason(const std::string& /*library*/)
{
    return device::survey().reason;
}

bench::CufftXtTimes bench::time_cufft_xt(const fft::Problem& /*problem*/,
                                         std::span<const int> /*devices*/, int /*repetitions*/,
                                         double /*pace_seconds*/)
{
    throw NotPlanned{device::survey().reason};
}

std::unique_ptr<bench::Transform> fft_bench::plan_on_device(const std::string& /*name*/,
                                                            int /*device*/,
                                                            const fft::Problem& /*problem*/,
                                                            const PlanSettings& /*settings*/,
                                                            Stream /*stream*/)
{
    throw bench::NotPlanned{device::survey().reason};
}

std::unique_ptr<bench::Transform> poisson_bench::make_library_peer(
    const std::string& /*library*/, const poisson::Problem& /*problem*/, int /*device*/,
    Stream /*stream*/, std::int64_t /*batch*/)
{
    throw bench::NotPlanned{device::survey().reason};
}

std::unique_ptr<flow_bench::Stepper> flow_bench::make_straight_stepper(const Example& /*example*/,
                                                                       int /*device*/)
{
    throw bench::NotPlanned{device::survey().reason};
}

}  // namespace tobiuo
