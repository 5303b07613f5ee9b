// A Problem in the words of FFTW's guru interface.
#pragma once

#include <vector>

#include "kernels/fft/host/fftw.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo::fft {

struct FftwGuru {
    FftwGuru(const Problem& problem, Axes transformed);

    [[nodiscard]] int rank() const { return static_cast<int>(axes.size()); }

    std::vector<fftw_iodim64> axes;
    fftw_iodim64 batch{};
    int sign;
};

}  // namespace tobiuo::fft
