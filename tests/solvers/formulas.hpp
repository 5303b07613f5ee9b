// SPDX-License-Identifier: BSD-3-Clause
// Formulas for tests of all that computes them.
#pragma once

#include <string>
#include <vector>

#include "solvers/expression.hpp"

namespace tobiuo::test {

/// Formulas that have every function and operator, in all variables.
inline const std::vector<std::string> all_formulas{"sin(x) + cos(y) - tan(z)",
                                                   "asin(x/9) * acos(y/9) / atan(z)",
                                                   "atan2(x, y*t) + sinh(x/3)",
                                                   "cosh(z) - tanh(x*y)",
                                                   "exp(-x^2) * ln(1.5 + z^2)",
                                                   "log10(2 + x^2) + sqrt(abs(y*z))",
                                                   "sign(x - 0.3) + sign(y)",
                                                   "min(x, y, z) + max(x, y, t, 0.25)",
                                                   "x < y && z <= t || x > 0.5 && y >= 0.1",
                                                   "(x == y) + (y != z)",
                                                   "x < 0.5 ? y : z < 0.25 ? x*t : -y",
                                                   "abs(x)^1.7 + z^3 - y^4 + (x + 3)^-1 + 2^x",
                                                   "x",
                                                   "y*z",
                                                   "pi",
                                                   "t*(x + 2*y - z/3)"};

inline Expression in_space_and_time(const std::string& text)
{
    return Expression{text, {"x", "y", "z", "t"}};
}

}  // namespace tobiuo::test
