// Mirror images that turn a box with walls into a periodic one.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/peers/image.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson_bench {

using peers::Image;

/// The images of an axis, one for each point of a period of the continuation that is odd about
/// Dirichlet and even about Neumann walls: as many points as cells if the axis is periodic, twice
/// as many if both walls are alike, otherwise four times as many.
[[nodiscard]] std::vector<Image> images_of(const poisson::Problem& problem, int axis);

/// The equation of `problem` on the periodic box of all images, with cells of the same width. Its
/// solution consists of that of `problem` and its images. No axis is stretched.
[[nodiscard]] poisson::Problem periodic_problem(const poisson::Problem& problem);

}  // namespace tobiuo::poisson_bench
