// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/dense/product_kernel.hpp"

#include <array>
#include <cstddef>
#include <string>

#include "runtime/device/check.hpp"
#include "runtime/device/compile/constant.hpp"

namespace tobiuo::dense {
namespace {

int attribute(cudaDeviceAttr which, const char* doing)
{
    int device = 0;
    device::check(cudaGetDevice(&device), "ask for the current device");
    int value = 0;
    device::check(cudaDeviceGetAttribute(&value, which, device), doing);
    return value;
}

template <typename T>
ProductLayout<T> layout_of(const ProductForm& form)
{
    return {.along_rows = form.along_rows,
            .fold = form.fold,
            .together = form.together,
            .depth = form.tiles.depth};
}

template <typename T>
std::size_t shared_bytes_of(const ProductForm& form)
{
    return static_cast<std::size_t>(layout_of<T>(form).shared_bytes(form.tiles.stages));
}

template <typename T>
ProductForm form_for_device(long long count, long long columns, Fold fold)
{
    const int shared =
        attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, "ask for the shared memory of a block");
    return {
        .along_rows = columns == 1,
        .fold = fold,
        .wide = attribute(cudaDevAttrComputeCapabilityMajor, "ask for the compute capability") >= 9,
        .tiles = stages_within<T>(columns == 1, fold, shared),
        .together = together_of<T>(count, columns, fold)};
}

}  // namespace

device::Specialisation specialise(const ProductForm& form, Precision precision)
{
    const bool wide = form.wide && precision == Precision::fp64;
    device::Specialisation what;
    what.source = "kernels/dense/product.cuh";
    what.kernel = "dense_product";
    what.config = {device::real(precision),
                   device::constant("bool along_rows", form.along_rows ? 1 : 0),
                   device::constant("int fold", static_cast<int>(form.fold)),
                   device::constant("bool wide", wide ? 1 : 0),
                   device::constant("int stages", form.tiles.stages),
                   device::constant("int depth", form.tiles.depth),
                   device::constant("int together", form.together)};
    constexpr std::array folds{"", "-to-modes", "-to-values"};
    what.name = std::string{"dense-"} + (precision == Precision::fp32 ? "fp32" : "fp64") +
                (form.along_rows ? "-rows" : "-columns") +
                folds.at(static_cast<std::size_t>(form.fold)) + (wide ? "-wide-" : "-") +
                std::to_string(form.tiles.stages) + "x" + std::to_string(form.tiles.depth) +
                (form.together > 1 ? "-together" : "");
    if (wide) {
        what.least_capability = 90;
    }
    return what;
}

template <typename T>
ProductKernel<T>::ProductKernel(long long count, long long columns, Fold fold)
    : form_{form_for_device<T>(count, columns, fold)},
      shared_bytes_{shared_bytes_of<T>(form_)},
      kernel_{specialise(form_, precision_of<T>), shared_bytes_}
{
}

template <typename T>
void ProductKernel<T>::enqueue(const Product<T>& product, cudaStream_t stream) const
{
    const long long blocks = ProductBlock<T>::blocks_of(product, layout_of<T>(form_));
    kernel_.launch({.grid = dim3{static_cast<unsigned>(blocks)},
                    .block = dim3{static_cast<unsigned>(block_threads)},
                    .stream = stream,
                    .shared_bytes = shared_bytes_,
                    .overlapping = true},
                   product);
}

template class ProductKernel<float>;
template class ProductKernel<double>;

}  // namespace tobiuo::dense
