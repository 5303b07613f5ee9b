// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/host/fftw_plan.hpp"

#include <cstddef>

namespace tobiuo::fft {
namespace {

/// Elements (complex numbers or reals) from one array of the batch to the next, then from one index
/// of each axis to the next, where a row takes `row` elements.
std::vector<std::ptrdiff_t> strides(const Problem& problem, std::ptrdiff_t row)
{
    const std::size_t axes = problem.lengths.size();
    std::vector<std::ptrdiff_t> elements(axes + 1, 1);
    for (std::size_t axis = axes; axis-- > 0;) {
        elements[axis] = elements[axis + 1] * (axis + 1 == axes ? row : problem.lengths[axis]);
    }
    return elements;
}

}  // namespace

FftwGuru::FftwGuru(const Problem& problem, Axes transformed)
    : sign{problem.direction == Direction::forward ? FFTW_FORWARD : FFTW_BACKWARD}
{
    const std::ptrdiff_t spectrum = spectrum_row(problem);
    const std::ptrdiff_t reals =
        problem.placement == Placement::in_place ? 2 * spectrum : problem.lengths.back();
    const auto in = strides(problem, problem.kind == Kind::r2c ? reals : spectrum);
    const auto out = strides(problem, problem.kind == Kind::c2r ? reals : spectrum);
    batch = {{.n = problem.batch, .is = in[0], .os = out[0]}};
    for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis) {
        axes.push_back({.n = problem.lengths[axis], .is = in[axis + 1], .os = out[axis + 1]});
    }
    if (transformed == Axes::slowest) {
        axes.resize(1);
        batch.push_back({.n = axes.front().is, .is = 1, .os = 1});
        if (problem.batch == 1) {
            batch.erase(batch.begin());
        }
    }
}

}  // namespace tobiuo::fft
