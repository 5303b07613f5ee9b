// What a block of a transform is wanted for.
#pragma once

#include "kernels/precision.hpp"

namespace tobiuo::fft {

/// How the threads of a block lie on the lines: see KernelConfig::load_contiguous,
/// store_contiguous.
enum class Order { contiguous, strided, transposing };

/// Which side of a block's lines is half a spectrum made of pairs of reals.
enum class Mirrored { no, source, sink };

/// What a block is wanted for.
struct KernelRequest {
    int length = 1;
    Order order = Order::contiguous;
    Precision precision = Precision::fp32;
    long long line_count = 1;          ///< lines there are: a block of more would idle
    bool needs_shared_memory = false;  ///< shared memory is needed even by a single stage
    Mirrored mirrored = Mirrored::no;
    bool large_stride = false;   ///< lines whose points lie far apart: see large_stride_bytes
    bool fused_inverse = false;  ///< columns that are transformed there and back
    bool makhoul = false;        ///< rows whose numbers come or go in folded order
    bool type_one = false;   ///< DCT-I and DST-I, where a thread needs the mirrors of its numbers
    bool convolves = false;  ///< transformed there and back, with a filter between
};

}  // namespace tobiuo::fft
