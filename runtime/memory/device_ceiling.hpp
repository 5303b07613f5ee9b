// SPDX-License-Identifier: BSD-3-Clause
// The kernel behind make_device_probe(), for tests that compile or check it.
#pragma once

#include <span>
#include <vector>

#include "runtime/device/compile/specialisation.hpp"

namespace tobiuo::memory {

/// Every form of the probe that the program may ask for.
[[nodiscard]] std::vector<device::Specialisation> probe_specialisations();

/// Runs the probe's kernel on thirteen equally long arrays given one after the other in `in` (a
/// multiple of four values each) and returns its output, the sum that the host twin computes.
/// Throws device::DeviceError.
[[nodiscard]] std::vector<float> read_mostly_on_device(int device, std::span<const float> in);

}  // namespace tobiuo::memory
