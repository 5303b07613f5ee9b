#include "kernels/fft/host/fftw_planner.hpp"

#include <pthread.h>

namespace tobiuo::fft {
namespace {

/// A fork waits until no thread plans: the child would find the planner locked for ever, and its
/// data half written.
[[maybe_unused]] const int registered =
    pthread_atfork([] { fftw_planner_mutex().lock(); }, [] { fftw_planner_mutex().unlock(); },
                   [] { fftw_planner_mutex().unlock(); });

}  // namespace

std::mutex& fftw_planner_mutex()
{
    static std::mutex mutex;
    return mutex;
}

}  // namespace tobiuo::fft
