#include "kernels/memory/host_array.hpp"

#include <sys/mman.h>

#include <new>

#include "kernels/rounding.hpp"

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

}  // namespace tobiuo::memory
