// What a pass asks of the block of threads that transforms its lines.
#pragma once

#include <string>

#include "runtime/precision.hpp"

namespace tobiuo::fft {

/// How the threads of a block are assigned to the lines: see KernelConfig::load_contiguous and
/// store_contiguous.
enum class Order { contiguous, strided, transposing };

/// Which side of a block's lines is half a spectrum made of pairs of reals.
enum class Mirrored { no, source, sink };

/// Everything that a pass asks for and that decides which configuration serves it best.
struct KernelRequest {
    int length = 1;  ///< points of the transforms
    int padded_length =
        0;  ///< points of a convolution that the block transforms instead; 0: the same length
    Order order = Order::contiguous;
    Precision precision = Precision::fp32;
    long long line_count = 1;          ///< existing lines; a block for more would idle
    bool needs_shared_memory = false;  ///< whether even a single stage needs shared memory
    Mirrored mirrored = Mirrored::no;
    bool large_stride = false;   ///< points of a line lie at least large_stride_bytes apart
    bool fused_inverse = false;  ///< forward and inverse transform in one pass
    bool makhoul = false;        ///< rows of a DCT or DST, in Makhoul's order on one side
    bool type_one = false;   ///< DCT-I or DST-I, where a thread needs the mirrors of its samples
    bool convolves = false;  ///< a convolution: forward transform, filter, inverse transform
    bool packed = false;     ///< half a spectrum of N / 2 values, see Side::packed
    bool in_pairs = false;   ///< each line is two lines of reals (a two-for-one transform)
};

/// Points that the block transforms.
[[nodiscard]] constexpr int block_length(const KernelRequest& request)
{
    return request.padded_length > 0 ? request.padded_length : request.length;
}

/// The request in words, the key of a table of tuned configurations: "strided 512 double x 131328,
/// large stride, forward and inverse".
[[nodiscard]] std::string text_of(const KernelRequest& request);

}  // namespace tobiuo::fft
