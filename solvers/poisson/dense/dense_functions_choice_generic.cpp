// SPDX-License-Identifier: BSD-3-Clause
// Products and rotations where the architecture has one build.
#include "solvers/poisson/dense/dense_functions.hpp"

namespace tobiuo::poisson {

std::span<const RotationFunctions> usable_rotation_functions()
{
    static const RotationFunctions build = baseline_rotation_functions();
    return {&build, 1};
}

template <typename Value>
std::span<const ProductFunctions<Value>> usable_product_functions()
{
    static const ProductFunctions<Value> build = baseline_product_functions<Value>();
    return {&build, 1};
}

template std::span<const ProductFunctions<float>> usable_product_functions();
template std::span<const ProductFunctions<double>> usable_product_functions();

}  // namespace tobiuo::poisson
