// SPDX-License-Identifier: BSD-3-Clause
// Products of lines with a dense matrix on the device: the kernel, compiled and ready.
#pragma once

#include <cuda_runtime_api.h>

#include "kernels/dense/product.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::dense {

/// What a kernel is made for.
struct ProductForm {
    bool along_rows = false;  ///< whether lines are contiguous
    Fold fold = Fold::none;
    bool wide = true;  ///< whether the device has mma.m16n8k4, as sm_90 and later ones have
    TileStages tiles = {};
    int together = 1;  ///< ProductLayout::together
};

[[nodiscard]] device::Specialisation specialise(const ProductForm& form, Precision precision);

/// Multiplies on the device that is current when it is made. Throws DeviceError.
template <typename T>
class ProductKernel {
public:
    /// For lines of `count` values, that have `columns` between neighbours.
    ProductKernel(long long count, long long columns, Fold fold = Fold::none);

    /// Enqueues it; the arrays are in device memory.
    void enqueue(const Product<T>& product, cudaStream_t stream) const;

private:
    ProductForm form_;
    std::size_t shared_bytes_;
    device::Kernel kernel_;
};

extern template class ProductKernel<float>;
extern template class ProductKernel<double>;

}  // namespace tobiuo::dense
