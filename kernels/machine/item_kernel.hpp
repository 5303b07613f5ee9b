// The kernel of a kind of items.
#pragma once

#include "kernels/device/compile/specialisation.hpp"
#include "kernels/machine/item_kind.hpp"
#include "kernels/precision.hpp"

namespace tobiuo::runtime {

[[nodiscard]] device::Specialisation item_kernel(const ItemKind& kind, Precision precision);

}  // namespace tobiuo::runtime
