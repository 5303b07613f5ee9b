// SPDX-License-Identifier: BSD-3-Clause
// Products and rotations for processors with AVX-512.
#include "solvers/poisson/dense/dense_functions_body.hpp"

namespace tobiuo::poisson {

RotationFunctions avx512_rotation_functions()
{
    return rotation_functions<64>("AVX-512");
}

template <typename Value>
ProductFunctions<Value> avx512_product_functions()
{
    return product_functions<Value, 64, 8>("AVX-512");
}

template ProductFunctions<float> avx512_product_functions();
template ProductFunctions<double> avx512_product_functions();

}  // namespace tobiuo::poisson
