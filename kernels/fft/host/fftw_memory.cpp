// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/host/fftw_memory.hpp"

#include <omp.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <new>

namespace tobiuo::fft {
namespace {

constexpr std::int64_t large_execution = std::int64_t{1} << 20;  // bytes
constexpr std::int64_t longest = std::int64_t{1} << 40;          // points that may be had at all
constexpr std::int64_t small_objects = std::int64_t{4} << 20;    // bytes of plans and allocators

std::int64_t largest_prime_factor(std::int64_t n)
{
    std::int64_t largest = 1;
    for (std::int64_t p = 2; p <= n / p; ++p) {
        while (n % p == 0) {
            largest = p;
            n /= p;
        }
    }
    return std::max(n, largest);
}

/// The factors were found by counting what FFTW 3.3.10 allocates for lengths of all kinds with
/// FFTW_ESTIMATE, among them primes n where (n - 1) / 2 is a prime as well.
FftwMemory complex_line(std::int64_t n, int threads)
{
    const std::int64_t prime = largest_prime_factor(n);
    return {.to_plan = 2 * n + 6 * prime, .to_execute = (n + n / 8 + 3 * prime) * threads};
}

FftwMemory real_line(std::int64_t n, int threads)
{
    const std::int64_t prime =
        std::max({largest_prime_factor(n), largest_prime_factor(std::max<std::int64_t>(n - 1, 1)),
                  largest_prime_factor(n + 1)});
    return {.to_plan = 4 * n + 6 * prime, .to_execute = (3 * n + 3 * prime) * threads};
}

template <typename Line>
FftwMemory sum_of(std::span<const std::int64_t> lengths, const Line& line)
{
    FftwMemory sum{.to_plan = 0, .to_execute = 0};
    for (const std::int64_t length : lengths) {
        const FftwMemory one = line(std::min(length, longest));
        sum.to_plan += one.to_plan;
        sum.to_execute += one.to_execute;
    }
    return sum;
}

}  // namespace

FftwMemory fftw_memory(std::span<const std::int64_t> lengths, int threads)
{
    return sum_of(lengths, [&](std::int64_t n) { return complex_line(n, threads); });
}

FftwMemory fftw_r2r_memory(std::span<const std::int64_t> lengths, int threads)
{
    return sum_of(lengths, [&](std::int64_t n) { return real_line(n, threads); });
}

void require_memory(std::int64_t bytes)
{
    const auto size = static_cast<std::size_t>(bytes + small_objects);
    void* const trial =
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (trial == MAP_FAILED) {
        throw std::bad_alloc{};
    }
    static_cast<void>(munmap(trial, size));
}

void require_memory_to_execute(const FftwMemory& memory, std::int64_t complex_bytes)
{
    const std::int64_t bytes = memory.to_execute * complex_bytes;
    if (bytes > large_execution && omp_in_parallel() == 0) {
        require_memory(bytes);
    }
}

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
