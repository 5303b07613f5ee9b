// SPDX-License-Identifier: BSD-3-Clause
// The kernel of a kind of items.
#pragma once

#include <string>

#include "runtime/device/compile/specialisation.hpp"
#include "runtime/machine/item_kind.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::runtime {

/// `text` defines the functions that the header of the kind only declares.
[[nodiscard]] device::Specialisation item_kernel(const ItemKind& kind, Precision precision,
                                                 const std::string& text = {});

}  // namespace tobiuo::runtime
