// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/memory/host_array.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <cstring>
#include <new>

#include "runtime/rounding.hpp"
#include "runtime/threads.hpp"

namespace tobiuo::memory {

void* allocate_pages(std::size_t bytes)
{
    constexpr std::size_t huge_page = 2U << 20U;
    constexpr std::size_t small_page = 4096;
    const std::size_t alignment = bytes >= 2 * huge_page ? huge_page : small_page;
    const std::size_t rounded = rounded_up(bytes, alignment);
    void* data = rounded < bytes ? nullptr : std::aligned_alloc(alignment, rounded);
    if (data == nullptr) {
        throw std::bad_alloc{};
    }
    if (alignment == huge_page) {
        static_cast<void>(madvise(data, rounded, MADV_HUGEPAGE));  // optional: may be refused
    }
    return data;
}

void write_zeros(void* data, std::size_t bytes)
{
    constexpr double nanoseconds = 0.1;  // of a byte
    auto* const first = static_cast<std::byte*>(data);
    const auto parts =
        static_cast<std::size_t>(threads_for(static_cast<std::int64_t>(bytes), nanoseconds));
#pragma omp parallel for schedule(static) num_threads(static_cast <int>(parts))
    for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t begin = begin_of_part(part, parts, bytes);
        std::memset(first + begin, 0, begin_of_part(part + 1, parts, bytes) - begin);
    }
}

}  // namespace tobiuo::memory
