#include "solvers/poisson/axis/singular.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace tobiuo::poisson {

std::string singular_text(double lambda, double eigenvalue)
{
    std::array<char, 256> text{};
    std::snprintf(text.data(), text.size(),
                  "lambda = %.12g hits the eigenvalue %.12g of the Laplacian on this grid (that "
                  "mode has no solution): choose another lambda",
                  lambda, eigenvalue + 0.0);  // no "-0"
    return text.data();
}

void validate_lambda(double lambda, std::span<const double> sorted, std::span<const double> others,
                     double epsilon)
{
    // Near a hit all terms of the sum are at most lambda, so that its rounding is a few eps of
    // lambda.
    const double tolerance = 8.0 * epsilon * lambda;
    for (const double other : others) {
        const auto above = std::ranges::lower_bound(sorted, -(other + lambda));
        for (const auto near : {above, above == sorted.begin() ? above : above - 1}) {
            if (near != sorted.end() && std::abs(*near + other + lambda) <= tolerance) {
                throw std::invalid_argument{singular_text(lambda, *near + other)};
            }
        }
    }
}

}  // namespace tobiuo::poisson
