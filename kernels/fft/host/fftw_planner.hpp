// FFTW's planner and the plans it makes, one thread at a time.
#pragma once

#include <memory>
#include <mutex>
#include <type_traits>

#include "kernels/fft/host/fftw.hpp"

namespace tobiuo::fft {

/// The right to plan, while it lives: FFTW's planner is not thread-safe, so one mutex serialises
/// all planners of this library. Executing plans needs none.
template <typename T>
class FftwPlanner {
public:
    /// Plans made now run on `threads` OpenMP threads. Throws std::runtime_error if FFTW cannot
    /// start them.
    explicit FftwPlanner(int threads);

private:
    std::unique_lock<std::mutex> lock_;
};

/// Destroys a plan; FFTW wants that to be one at a time, too.
template <typename T>
struct DestroyFftwPlan {
    void operator()(typename Fftw<T>::Plan plan) const;
};

/// Move-only owner of a plan whose numbers are T.
template <typename T>
using UniqueFftwPlan =
    std::unique_ptr<std::remove_pointer_t<typename Fftw<T>::Plan>, DestroyFftwPlan<T>>;

extern template class FftwPlanner<float>;
extern template class FftwPlanner<double>;
extern template class FftwPlanner<long double>;
extern template struct DestroyFftwPlan<float>;
extern template struct DestroyFftwPlan<double>;
extern template struct DestroyFftwPlan<long double>;

}  // namespace tobiuo::fft
