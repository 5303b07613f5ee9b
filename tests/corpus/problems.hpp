// SPDX-License-Identifier: BSD-3-Clause
// The problems of the corpus, and their names.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/fft/problem.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::corpus {

using Walls = std::array<poisson::Sides, 3>;
using Cells = std::array<std::int64_t, 3>;

inline constexpr poisson::Sides periodic{poisson::Condition::periodic,
                                         poisson::Condition::periodic};
inline constexpr poisson::Sides dirichlet{poisson::Condition::dirichlet,
                                          poisson::Condition::dirichlet};
inline constexpr poisson::Sides neumann{poisson::Condition::neumann, poisson::Condition::neumann};
inline constexpr poisson::Sides mixed{poisson::Condition::dirichlet, poisson::Condition::neumann};

/// A solve in a box whose cells have the width 1, but for a stretched z.
struct Solve {
    Cells cells;
    Walls walls;
    Location location = Location::cell;
    Precision precision = Precision::fp32;
    bool stretched = false;  ///< along z
    poisson::Operator op = poisson::Operator::second_order;
};

/// Walls of every kind, alike along all axes and unlike.
[[nodiscard]] const std::array<Walls, 5>& usual_walls();

[[nodiscard]] poisson::Problem problem_of(const Solve& solve);
/// "solve 64x64x64 cells dirichlet-neumann ... order 2 fp32"
[[nodiscard]] std::string name_of(const Solve& solve);

[[nodiscard]] fft::Problem transform_of(const std::vector<std::int64_t>& lengths, fft::Kind kind,
                                        Precision precision);
/// "r2c 512x512x512 fp32 in-place"
[[nodiscard]] std::string name_of(const fft::Problem& problem);

}  // namespace tobiuo::corpus
