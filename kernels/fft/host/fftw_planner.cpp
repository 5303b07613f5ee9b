#include "kernels/fft/host/fftw_planner.hpp"

#include <stdexcept>

namespace tobiuo::fft {
namespace {

std::mutex& planner_mutex()
{
    static std::mutex mutex;
    return mutex;
}

template <typename T>
void start_threads()
{
    static const bool started = Fftw<T>::init_threads() != 0;
    if (!started) {
        throw std::runtime_error{
            "FFTW could not start its threads (out of memory?): free some memory"};
    }
}

}  // namespace

template <typename T>
FftwPlanner<T>::FftwPlanner(int threads) : lock_{planner_mutex()}
{
    start_threads<T>();
    Fftw<T>::plan_with_threads(threads);
}

template <typename T>
void DestroyFftwPlan<T>::operator()(typename Fftw<T>::Plan plan) const
{
    const std::lock_guard lock{planner_mutex()};
    Fftw<T>::destroy(plan);
}

template class FftwPlanner<float>;
template class FftwPlanner<double>;
template class FftwPlanner<long double>;
template struct DestroyFftwPlan<float>;
template struct DestroyFftwPlan<double>;
template struct DestroyFftwPlan<long double>;

}  // namespace tobiuo::fft
