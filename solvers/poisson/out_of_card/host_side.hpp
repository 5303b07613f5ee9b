// SPDX-License-Identifier: BSD-3-Clause
// Arrays of a caller in host memory, as what copies parts of them to a device takes them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/memory/link_slots.hpp"

namespace tobiuo::poisson {

/// An array of `count` values; f is only read. Throws DeviceError.
template <typename T>
[[nodiscard]] memory::HostSide host_side_of(const T* array, std::int64_t count)
{
    auto* const values = const_cast<T*>(array);  // NOLINT(*-const-cast)
    return {reinterpret_cast<std::byte*>(values), count * static_cast<std::int64_t>(sizeof(T))};
}

}  // namespace tobiuo::poisson
