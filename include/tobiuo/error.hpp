// SPDX-License-Identifier: BSD-3-Clause
// The error that a GPU, its driver or its run-time compiler causes.
#pragma once

#include <stdexcept>

namespace tobiuo {

/// what() is one sentence: what could not be done, why, where, and what to do if it is known.
class DeviceError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace tobiuo
