// SPDX-License-Identifier: BSD-3-Clause
// The probes of a build without a CUDA toolkit.
#include "runtime/device/error.hpp"
#include "runtime/device/survey.hpp"
#include "studies/memory/probe/probe.hpp"

namespace tobiuo::memory {
namespace {

[[noreturn]] void refuse()
{
    throw device::DeviceError{"no device to measure: " + device::survey().reason};
}

}  // namespace

std::unique_ptr<Probe> make_copy_probe(int /*device*/, const CopyShape& /*shape*/)
{
    refuse();
}

std::unique_ptr<Probe> make_driver_copy_probe(int /*device*/, std::int64_t /*bytes*/)
{
    refuse();
}

std::unique_ptr<Probe> make_pattern_probe(int /*device*/, int /*input*/, int /*output*/)
{
    refuse();
}

std::unique_ptr<Probe> make_chase_probe(int /*device*/, std::int64_t /*bytes*/, int /*ways*/)
{
    refuse();
}

std::unique_ptr<Probe> make_link_probe(int /*device*/, const LinkShape& /*shape*/)
{
    refuse();
}

DeviceLimits device_limits(int /*device*/)
{
    refuse();
}

}  // namespace tobiuo::memory
