// SPDX-License-Identifier: BSD-3-Clause
// Chooses products and rotations by what this x86-64 processor can do.
#include <vector>

#include "solvers/poisson/dense/dense_functions.hpp"

namespace tobiuo::poisson {
namespace {

/// Those of the builds, the widest first, that this processor runs.
template <typename Functions>
std::vector<Functions> usable(Functions avx512, Functions avx2, Functions baseline)
{
    std::vector<Functions> builds;
    if (__builtin_cpu_supports("avx512f")) {
        builds.push_back(avx512);
    }
    if (__builtin_cpu_supports("avx2")) {
        builds.push_back(avx2);
    }
    builds.push_back(baseline);
    return builds;
}

}  // namespace

std::span<const RotationFunctions> usable_rotation_functions()
{
    static const std::vector<RotationFunctions> builds = usable(
        avx512_rotation_functions(), avx2_rotation_functions(), baseline_rotation_functions());
    return builds;
}

template <typename Value>
std::span<const ProductFunctions<Value>> usable_product_functions()
{
    static const std::vector<ProductFunctions<Value>> builds =
        usable(avx512_product_functions<Value>(), avx2_product_functions<Value>(),
               baseline_product_functions<Value>());
    return builds;
}

template std::span<const ProductFunctions<float>> usable_product_functions();
template std::span<const ProductFunctions<double>> usable_product_functions();

}  // namespace tobiuo::poisson
