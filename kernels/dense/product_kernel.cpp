// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/dense/product_kernel.hpp"

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
std::size_t shared_bytes_of(const ProductForm& form)
{
    return static_cast<std::size_t>(ProductLayout<T>{form.along_rows}.shared_bytes(form.stages));
}

template <typename T>
ProductForm form_for_device(long long count, long long columns)
{
    ProductForm form{.along_rows = columns == 1,
                     .deep = attribute(cudaDevAttrComputeCapabilityMajor,
                                       "ask for the compute capability") >= 9};
    const int shared =
        attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, "ask for the shared memory of a block");
    form.together = together_of<T>(count, columns);
    form.stages = shared_bytes_of<T>(form) <= static_cast<std::size_t>(shared) ? most_stages : 2;
    return form;
}

}  // namespace

device::Specialisation specialise(const ProductForm& form, Precision precision)
{
    const bool deep = form.deep && precision == Precision::fp64;
    device::Specialisation what;
    what.source = "kernels/dense/product.cuh";
    what.kernel = "dense_product";
    what.config = {
        device::real(precision), device::constant("bool along_rows", form.along_rows ? 1 : 0),
        device::constant("bool deep", deep ? 1 : 0), device::constant("int stages", form.stages),
        device::constant("int together", form.together)};
    what.name = std::string{"dense-"} + (precision == Precision::fp32 ? "fp32" : "fp64") +
                (form.along_rows ? "-rows" : "-columns") + (deep ? "-deep-" : "-") +
                std::to_string(form.stages) + (form.together > 1 ? "-even" : "");
    if (deep) {
        what.least_capability = 90;
    }
    return what;
}

template <typename T>
ProductKernel<T>::ProductKernel(long long count, long long columns)
    : form_{form_for_device<T>(count, columns)},
      shared_bytes_{shared_bytes_of<T>(form_)},
      kernel_{specialise(form_, precision_of<T>), shared_bytes_}
{
}

template <typename T>
void ProductKernel<T>::enqueue(const Product<T>& product, cudaStream_t stream) const
{
    const long long blocks = ProductBlock<T>::blocks_of(product, form_.along_rows);
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
