// SPDX-License-Identifier: BSD-3-Clause
// Move-only owner of a C handle (stream, event, library).
#pragma once

#include <memory>
#include <type_traits>

namespace tobiuo::device {

/// unique_ptr over a pointer-like C handle: one owner, no heap cell, no virtual call.
/// `destroy` runs in a destructor, so its status is dropped on purpose: a failed
/// destroy during unwinding or process exit has nobody left to tell.
template <typename Handle, auto destroy>
struct HandleDeleter {
    using pointer = Handle;
    void operator()(Handle handle) const noexcept { static_cast<void>(destroy(handle)); }
};

template <typename Handle, auto destroy>
requires std::is_pointer_v<Handle>
using UniqueHandle = std::unique_ptr<std::remove_pointer_t<Handle>, HandleDeleter<Handle, destroy>>;

}  // namespace tobiuo::device
