// An array to show to FFTW's planner instead of the user's data.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tobiuo::fft {

/// Owner of `bytes` at the start of a page. Zeros that may be overwritten if `touched`; else
/// addresses without memory: FFTW_ESTIMATE looks at their alignment only, and whoever touches them
/// is stopped by the hardware.
class PlanningArray {
public:
    /// Throws std::bad_alloc.
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
