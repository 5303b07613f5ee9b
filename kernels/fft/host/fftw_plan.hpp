// A plan of FFTW for a Problem, in any of FFTW's precisions.
#pragma once

#include "kernels/fft/host/fftw_planner.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo::fft {

/// Move-only owner of a plan whose numbers are T: what the problem says of precision is ignored.
template <typename T>
class FftwPlan {
public:
    /// Plans for `in` and `out` as the problem lays them out; flags are FFTW's. FFTW_MEASURE
    /// overwrites both arrays, FFTW_ESTIMATE does not even read them. Throws std::runtime_error
    /// if FFTW makes no plan.
    FftwPlan(const Problem& problem, T* in, T* out, int threads, unsigned flags);

    /// Arrays other than those planned for need the same alignment (unless FFTW_UNALIGNED is among
    /// the flags) and must be one or two as those were.
    void execute(T* in, T* out) const;

private:
    Kind kind_;
    UniqueFftwPlan<T> plan_;
};

extern template class FftwPlan<float>;
extern template class FftwPlan<double>;
extern template class FftwPlan<long double>;

}  // namespace tobiuo::fft
