#include "kernels/fft/host/fftw_planner.hpp"

namespace tobiuo::fft {

std::mutex& fftw_planner_mutex()
{
    static std::mutex mutex;
    return mutex;
}

}  // namespace tobiuo::fft
