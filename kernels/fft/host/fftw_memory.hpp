// SPDX-License-Identifier: BSD-3-Clause
// The memory that FFTW asks for, which must be there, for FFTW ends the process where it is not;
// and arrays that are shown to its planner instead of the user's data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tobiuo::fft {

/// Bounds on what FFTW allocates, in complex numbers.
struct FftwMemory {
    std::int64_t to_plan;     ///< while it plans, and for as long as the plan lives
    std::int64_t to_execute;  ///< in each execution
};

/// The bounds for transforms along axes of these lengths, complex or from reals to complex numbers,
/// by so many threads. The largest prime factor of a length counts more, because FFTW transforms
/// it by convolutions of padded lines (Rader, Bluestein).
[[nodiscard]] FftwMemory fftw_memory(std::span<const std::int64_t> lengths, int threads);

/// The bounds for cosine and sine transforms, which FFTW extends to lines one point shorter or
/// longer.
[[nodiscard]] FftwMemory fftw_r2r_memory(std::span<const std::int64_t> lengths, int threads);

/// Throws std::bad_alloc unless the process can get `bytes` more of memory. It asks the system for
/// them and gives them back untouched, so that limits of the process (RLIMIT_AS, RLIMIT_DATA) and
/// the system's own count.
void require_memory(std::int64_t bytes);

/// Throws std::bad_alloc unless there is memory for an execution with these bounds. Little memory,
/// which allocators have at hand, is not asked for, nor is any inside a parallel loop, which an
/// exception must not leave.
void require_memory_to_execute(const FftwMemory& memory, std::int64_t complex_bytes);

/// Owner of `bytes` at the start of a page. If `touched` they are zeros that may be overwritten;
/// else they are addresses without memory, which fault if they are accessed: FFTW_ESTIMATE looks at
/// their alignment only.
class PlanningArray {
public:
    /// Reserves `bytes`. Throws std::bad_alloc.
    PlanningArray(std::int64_t bytes, bool touched);
    PlanningArray(const PlanningArray&) = delete;
    PlanningArray& operator=(const PlanningArray&) = delete;
    ~PlanningArray();

    [[nodiscard]] void* data() const { return data_; }

private:
    std::size_t bytes_;
    void* data_;
};

}  // namespace tobiuo::fft
