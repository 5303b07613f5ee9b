// SPDX-License-Identifier: BSD-3-Clause
// The sources of the Himeno arrays: the benchmark's own data, random data, or the user's arrays.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/shape.hpp"

namespace tobiuo::himeno {

/// The benchmark's data: a0 = a1 = a2 = 1, a3 = 1/6, b = 0, c = 1, wrk1 = 0, bnd = 1, p = i^2 / (ni
/// - 1)^2.
[[nodiscard]] std::unique_ptr<stencil::ArraySource> official_source(const stencil::Shape& shape);

/// Random arrays, each value of which depends on `seed` and the point alone: b != 0, wrk1 != 0, bnd
/// in {0, 1} with one point in sixteen masked out, and p in [0, 1). The coefficients sum to less
/// than 1 / a3, so the sweep contracts and stays finite. Values are the same on every machine and
/// in every order.
[[nodiscard]] std::unique_ptr<stencil::ArraySource> random_source(const stencil::Shape& shape,
                                                                  std::uint64_t seed);

/// Thirteen arrays in memory, in the order of stencil::Array, each [ni][nj][nk].
using Arrays =
    std::variant<std::array<std::vector<float>, 13>, std::array<std::vector<double>, 13>>;

/// Throws std::invalid_argument if an array has not shape.values() values.
[[nodiscard]] std::unique_ptr<stencil::ArraySource> memory_source(const stencil::Shape& shape,
                                                                  Arrays arrays);

}  // namespace tobiuo::himeno
