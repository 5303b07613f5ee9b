// The conversion of a user's transform to the engine's problem.
#pragma once

#include <tobiuo/fft/transform.hpp>

#include "kernels/fft/problem.hpp"

namespace tobiuo::fft {

/// The lengths along z, y, x, without leading ones of one point, and the direction that the kind
/// implies if none is given. The transform need not be valid.
[[nodiscard]] Problem problem_of(const Transform& transform);

/// Throws std::invalid_argument with one sentence: what is wrong with the transform on any back
/// end.
void validate(const Transform& transform);

}  // namespace tobiuo::fft
