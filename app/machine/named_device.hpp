// SPDX-License-Identifier: BSD-3-Clause
// The device that a user names: it is there, or the command ends with the reason and the cure.
#pragma once

#include <string_view>

#include "runtime/device/survey.hpp"

namespace tobiuo {

/// CUDA device `index`. Throws DeviceError if this machine or this build does not have it: "cannot
/// measure on CUDA device 3 (this machine has 2, counted from 0): use --backends cpu" for `doing`
/// "measure on" and this `cure`.
const device::DeviceInfo& named_device(int index, std::string_view doing, std::string_view cure,
                                       const device::Survey& found = device::survey());

}  // namespace tobiuo
