// SPDX-License-Identifier: BSD-3-Clause
// Products and rotations for processors with AVX2.
#include "solvers/poisson/dense/dense_functions_body.hpp"

namespace tobiuo::poisson {

RotationFunctions avx2_rotation_functions()
{
    return rotation_functions<32>("AVX2");
}

template <typename Value>
ProductFunctions<Value> avx2_product_functions()
{
    return product_functions<Value, 32, 4>("AVX2");
}

template ProductFunctions<float> avx2_product_functions();
template ProductFunctions<double> avx2_product_functions();

}  // namespace tobiuo::poisson
