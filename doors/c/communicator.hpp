// SPDX-License-Identifier: BSD-3-Clause
// The ranks of a caller of the C interface as a Communicator.
#pragma once

#include <memory>

#include <tobiuo/communicator.hpp>

#include "doors/c/tobiuo.h"

namespace tobiuo::c_door {

/// The ranks of a copy of `asked`. Throws std::invalid_argument if it is null, has no function, a
/// size below 1, a rank beyond it or numbers that tobiuo.h does not have.
[[nodiscard]] std::unique_ptr<const Communicator> ranks_of(const tobiuo_communicator* asked);

}  // namespace tobiuo::c_door
