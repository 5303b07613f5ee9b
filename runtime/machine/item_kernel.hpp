// The kernel of a kind of items.
#pragma once

#include "runtime/device/compile/specialisation.hpp"
#include "runtime/machine/item_kind.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::runtime {

[[nodiscard]] device::Specialisation item_kernel(const ItemKind& kind, Precision precision);

}  // namespace tobiuo::runtime
