// SPDX-License-Identifier: BSD-3-Clause
// Uninitialised host memory, aligned for vectors, streaming stores and huge pages.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>

namespace tobiuo::memory {

/// Allocates aligned `bytes` and asks for huge pages, because the streams of a sweep need more
/// pages than the TLB has entries. A page belongs to the NUMA node of the thread that writes it
/// first. Throws std::bad_alloc.
[[nodiscard]] void* allocate_pages(std::size_t bytes);

/// Writes zeros by the threads that such an array is worth, an equal part in a row by each. Where
/// it is the first to write, the pages lie near threads that work on equal parts in a row, too, and
/// are shared out among the memories of several sockets for all others.
void write_zeros(void* data, std::size_t bytes);

/// Owner of `count` values of T, not initialised.
template <typename T>
class HostArray {
public:
    HostArray() = default;
    explicit HostArray(std::size_t count)
        : data_{static_cast<T*>(allocate_pages(count * sizeof(T)))}, count_{count}
    {
    }

    [[nodiscard]] T* data() { return data_.get(); }
    [[nodiscard]] const T* data() const { return data_.get(); }
    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] std::span<T> span() { return {data(), count_}; }

private:
    struct Free {
        void operator()(T* data) const noexcept { std::free(data); }
    };
    std::unique_ptr<T, Free> data_;
    std::size_t count_ = 0;
};

/// `count` zeros, written by write_zeros(). Throws std::bad_alloc.
template <typename T>
[[nodiscard]] HostArray<T> zeros(std::size_t count)
{
    if (count == 0) {
        return {};
    }
    HostArray<T> array{count};
    write_zeros(array.data(), count * sizeof(T));
    return array;
}

}  // namespace tobiuo::memory
