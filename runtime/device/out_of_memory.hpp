// SPDX-License-Identifier: BSD-3-Clause
// The error of a device that has too little memory.
#pragma once

#include "runtime/device/error.hpp"

namespace tobiuo::device {

class OutOfMemory : public DeviceError {
public:
    using DeviceError::DeviceError;
};

}  // namespace tobiuo::device
