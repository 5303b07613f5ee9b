// SPDX-License-Identifier: BSD-3-Clause
// A look at long work while it goes on.
#pragma once

#include <functional>
#include <stdexcept>

namespace tobiuo {

/// Is called by the thread that waits for the work, now and then, with the part of it that has
/// begun, from 0 to less than 1. If it returns false, the work ends with Stopped. What it throws
/// ends the work, too.
using Watch = std::function<bool(double part)>;

/// The work was stopped by its Watch: what it computes is not there.
class Stopped : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace tobiuo
