#include "kernels/fft/host/planning_array.hpp"

#include <sys/mman.h>

#include <new>

namespace tobiuo::fft {

PlanningArray::PlanningArray(std::int64_t bytes, bool touched)
    : bytes_{static_cast<std::size_t>(bytes)},
      data_{mmap(nullptr, bytes_, touched ? PROT_READ | PROT_WRITE : PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | (touched ? 0 : MAP_NORESERVE), -1, 0)}
{
    if (data_ == MAP_FAILED) {
        throw std::bad_alloc{};
    }
    if (touched) {
        static_cast<void>(madvise(data_, bytes_, MADV_HUGEPAGE));  // a request that may be refused
    }
}

PlanningArray::~PlanningArray()
{
    static_cast<void>(munmap(data_, bytes_));
}

}  // namespace tobiuo::fft
