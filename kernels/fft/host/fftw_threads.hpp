// How many threads execute a plan of FFTW, whatever number it was made for.
#pragma once

#include <cstddef>

namespace tobiuo::fft {

/// While it lives, plans that this thread executes take at most `threads` threads. Their parts stay
/// those of the threads that they were made for, and so do the bits of their results.
class FftwThreads {
public:
    explicit FftwThreads(int threads);
    FftwThreads(const FftwThreads&) = delete;
    FftwThreads& operator=(const FftwThreads&) = delete;
    ~FftwThreads();

private:
    int before_;
};

/// Does the `count` parts of a plan, of `bytes` each from `parts` on, for
/// fftw_threads_set_callback(): by OpenMP, as FFTW does itself, but on the threads of FftwThreads.
void run_fftw_parts(void* (*work)(char*), char* parts, std::size_t bytes, int count, void* nothing);

}  // namespace tobiuo::fft
