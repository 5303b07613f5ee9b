// SPDX-License-Identifier: BSD-3-Clause
// Memory of the host that the copy engines of GPUs reach directly.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace tobiuo {

/// Keeps an array of the host in page-locked memory as long as it lives. The array must live
/// longer. Locking takes 0.1 to 0.3 seconds for each gigabyte. Where the system refuses it, or the
/// program was built without CUDA, the array stays as it is, and copies to and from a GPU are
/// slower.
class PageLock {
public:
    PageLock() = default;
    PageLock(const void* array, std::size_t bytes);
    PageLock(const PageLock&) = delete;
    PageLock& operator=(const PageLock&) = delete;
    PageLock(PageLock&& other) noexcept
        : locked_{std::exchange(other.locked_, nullptr)}, refusal_{std::move(other.refusal_)}
    {
    }
    PageLock& operator=(PageLock&& other) noexcept
    {
        std::swap(locked_, other.locked_);
        std::swap(refusal_, other.refusal_);
        return *this;
    }
    ~PageLock();

    /// Why the array is not locked; empty if it is, by this object or before.
    [[nodiscard]] const std::string& refusal() const { return refusal_; }

private:
    void* locked_ = nullptr;
    std::string refusal_;
};

}  // namespace tobiuo
