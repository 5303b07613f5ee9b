#include "kernels/fft/out_of_card/chunk_kernels.hpp"

#include <algorithm>
#include <string>

#include "kernels/fft/kernel/tables.hpp"
#include "kernels/fft/out_of_card/transpose_shape.hpp"
#include "runtime/device/compile/constant.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"

namespace tobiuo::fft {
namespace {

constexpr unsigned fold_threads = 256;
constexpr long long most_blocks_across = 65535;  // the second direction of a grid, by CUDA

device::Specialisation specialised(const char* source, const char* kernel, const std::string& name,
                                   Precision precision)
{
    const bool single = precision == Precision::fp32;
    return {.source = source,
            .kernel = kernel,
            .config = {device::real(precision)},
            .options = {},
            .name = name + (single ? "-fp32" : "-fp64")};
}

unsigned blocks_for(long long items, long long per_block)
{
    return static_cast<unsigned>((items + per_block - 1) / per_block);
}

}  // namespace

device::Specialisation twiddle_transpose_kernel(Precision precision)
{
    return specialised("kernels/fft/out_of_card/twiddle_transpose.cuh", "fft_twiddle_transpose",
                       "fft-twiddle-transpose", precision);
}

device::Specialisation fold_ends_kernel(Precision precision)
{
    return specialised("kernels/fft/out_of_card/fold_ends.cuh", "fft_fold_ends", "fft-fold-ends",
                       precision);
}

template <typename T>
DeviceTwiddles<T>::DeviceTwiddles(std::int64_t length)
{
    const HostTwiddles<T> host{length};
    const device::Stream stream = device::make_stream();
    low_bits_ = host.low_bits;
    low_ = device::uploaded(host.low, stream.get());
    high_ = device::uploaded(host.high, stream.get());
}

template <typename T>
void TwiddleTransposeKernel<T>::enqueue(TwiddleTranspose<T> what, cudaStream_t stream) const
{
    what.twiddles = twiddles_.view();
    const unsigned rows =
        blocks_for(std::min(what.rows, most_blocks_across * transpose_tile), transpose_tile);
    kernel_.launch(dim3{blocks_for(what.columns, transpose_tile), rows},
                   dim3{transpose_tile, transpose_rows}, stream, what);
}

template <typename T>
void FoldEndsKernel<T>::enqueue(FoldEnds<T> ends, cudaStream_t stream) const
{
    ends.pairs = pairs_;
    ends.twiddles = twiddles_.view();
    kernel_.launch(dim3{blocks_for(ends.count, fold_threads)}, dim3{fold_threads}, stream, ends);
}

template class DeviceTwiddles<float>;
template class DeviceTwiddles<double>;
template class TwiddleTransposeKernel<float>;
template class TwiddleTransposeKernel<double>;
template class FoldEndsKernel<float>;
template class FoldEndsKernel<double>;

}  // namespace tobiuo::fft
