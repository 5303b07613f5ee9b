#include "solvers/poisson/singular.hpp"

#include <array>
#include <cstdio>

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

}  // namespace tobiuo::poisson
