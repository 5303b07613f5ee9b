// SPDX-License-Identifier: BSD-3-Clause
// What a GPU, its driver or its run-time compiler can refuse, as the rooms of devices name it.
#pragma once

#include <tobiuo/error.hpp>

namespace tobiuo::device {

using tobiuo::DeviceError;

}  // namespace tobiuo::device
