// An axis of a problem as the passes on the GPU see it: how its lines are transformed, and which
// eigenvalues its coefficients have in the order in which they lie.
#pragma once

#include <vector>

#include "kernels/fft/pass/two_for_one.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// One axis of the problem along which something changes.
struct SolvedAxis {
    int axis{};
    long long points{};
    bool stretched = false;                ///< not transformed
    bool transposed = false;               ///< kinds 3 there, 2 back
    fft::TwoForOne pairs = {};             ///< how its lines are folded or continued
    std::vector<double> eigenvalues = {};  ///< per coefficient, where an outer axis leaves it

    [[nodiscard]] bool periodic() const
    {
        return !stretched && pairs.makhoul == fft::Makhoul::none && !pairs.is_type_one();
    }
};

/// Of a valid problem and an axis that is not absent.
[[nodiscard]] SolvedAxis solved_axis(const Problem& problem, int axis);

/// Eigenvalues of the points of the transform, where the axis is the one that is divided along:
/// fft::Symbol::along.
[[nodiscard]] std::vector<double> eigenvalues_along(const SolvedAxis& axis);

}  // namespace tobiuo::poisson
