// A Problem in the words of FFTW's guru interface.
#pragma once

#include <vector>

#include "kernels/fft/host/fftw.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo::fft {

struct FftwGuru {
    FftwGuru(const Problem& problem, Axes transformed);

    [[nodiscard]] int rank() const { return static_cast<int>(axes.size()); }
    [[nodiscard]] int batch_rank() const { return static_cast<int>(batch.size()); }

    std::vector<fftw_iodim64> axes;
    std::vector<fftw_iodim64> batch;  ///< one loop over arrays, or of a single axis two
    int sign;
};

}  // namespace tobiuo::fft
