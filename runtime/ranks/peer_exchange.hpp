// SPDX-License-Identifier: BSD-3-Clause
// Messages between devices of one machine by the copy engines, from memory to memory.
#pragma once

#include <memory>

#include <tobiuo/communicator.hpp>

#include "runtime/ranks/exchange.hpp"

namespace tobiuo::ranks {

/// Connects the current devices of all ranks. Null on all ranks, with the `reason` as a clause, if
/// not all ranks are processes of their own on one machine that map each other's memory.
/// Collective. Throws DeviceError.
[[nodiscard]] std::unique_ptr<Exchange> make_peer_exchange(const Communicator& ranks,
                                                           std::string& reason);

}  // namespace tobiuo::ranks
