#include "kernels/fft/tune/square_sums.hpp"

#include <cmath>
#include <limits>

namespace tobiuo::fft {

double SquareSums::relative() const
{
    if (!std::isfinite(difference) || !std::isfinite(reference)) {
        return std::numeric_limits<double>::infinity();
    }
    if (difference == 0.0) {
        return 0.0;
    }
    return std::sqrt(difference / reference);
}

}  // namespace tobiuo::fft
