// Half spectra from the transforms of pairs, or back, for elements from both ends.
//
// struct Config gives Real. Launch: a thread for each of ends.count elements. Traffic: each element
// and its mirror are read and written once. Twin: fold_ends_on_host().
#pragma once

#include "kernels/fft/out_of_card/fold_ends.hpp"

extern "C" __global__ void fft_fold_ends(tobiuo::fft::FoldEnds<Config::Real> ends)
{
    ends.fold(static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x);
}
