// SPDX-License-Identifier: BSD-3-Clause
// Messages between devices by NCCL, whose library is opened at run time.
#pragma once

#include <memory>
#include <string>

#include <tobiuo/communicator.hpp>

#include "runtime/ranks/exchange.hpp"

namespace tobiuo::ranks {

/// The reason why this rank cannot use NCCL, as a clause: its library was not found, for instance.
/// Empty if it can.
[[nodiscard]] std::string nccl_unsupported_reason();

/// Connects the current devices of all ranks. Collective; requires that all ranks can use NCCL and
/// have different devices. Throws DeviceError.
[[nodiscard]] std::unique_ptr<Exchange> make_nccl_exchange(const Communicator& ranks);

}  // namespace tobiuo::ranks
