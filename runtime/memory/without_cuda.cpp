// SPDX-License-Identifier: BSD-3-Clause
// What builds without a CUDA toolkit cannot measure.
#include "runtime/device/error.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/memory/ceiling.hpp"
#include "runtime/memory/link.hpp"

namespace tobiuo::memory {
namespace {

[[noreturn]] void refuse()
{
    throw device::DeviceError{"no device to measure: " + device::survey().reason};
}

}  // namespace

LinkRates measure_link(int /*device*/)
{
    refuse();
}

CeilingProbe make_device_probe(int /*device*/, std::int64_t /*bytes*/)
{
    refuse();
}

}  // namespace tobiuo::memory
