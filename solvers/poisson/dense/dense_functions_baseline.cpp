// SPDX-License-Identifier: BSD-3-Clause
// Products and rotations for any processor of this architecture.
#include "solvers/poisson/dense/dense_functions_body.hpp"

namespace tobiuo::poisson {

RotationFunctions baseline_rotation_functions()
{
    return rotation_functions<16>("baseline");
}

template <typename Value>
ProductFunctions<Value> baseline_product_functions()
{
    return product_functions<Value, 16, 4>("baseline");
}

template ProductFunctions<float> baseline_product_functions();
template ProductFunctions<double> baseline_product_functions();

}  // namespace tobiuo::poisson
