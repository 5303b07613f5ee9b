// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/out_of_card/chunk_kernels.hpp"

#include <algorithm>

#include "kernels/fft/kernel/tables.hpp"
#include "runtime/device/compile/constant.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"

namespace tobiuo::fft {
namespace {

constexpr long long most_blocks_across = 65535;  // the second direction of a grid, by CUDA

unsigned blocks_for(long long items, long long per_block)
{
    return static_cast<unsigned>((items + per_block - 1) / per_block);
}

}  // namespace

device::Specialisation twiddle_transpose_kernel(Precision precision)
{
    const bool single = precision == Precision::fp32;
    return {.source = "kernels/fft/out_of_card/twiddle_transpose.cuh",
            .kernel = "fft_twiddle_transpose",
            .config = {device::real(precision)},
            .options = {},
            .name = single ? "fft-twiddle-transpose-fp32" : "fft-twiddle-transpose-fp64"};
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

template class DeviceTwiddles<float>;
template class DeviceTwiddles<double>;
template class TwiddleTransposeKernel<float>;
template class TwiddleTransposeKernel<double>;

}  // namespace tobiuo::fft
