// An array that is shown to FFTW's planner instead of the user's data.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tobiuo::fft {

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
