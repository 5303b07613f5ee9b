// What a block of a transform is wanted for.
#pragma once

#include "kernels/precision.hpp"

namespace tobiuo::fft {

/// How the threads of a block lie on the lines: see BlockForm::load_along, store_along.
enum class Order { rows, columns, turning };

/// Which side of a block's lines is half a spectrum made of pairs of reals.
enum class Mirrored { no, source, sink };

/// What a block is wanted for.
struct BlockWish {
    int length = 1;
    Order order = Order::rows;
    Precision precision = Precision::fp32;
    long long line_count = 1;  ///< lines there are: a block of more would idle
    bool exchanged = false;    ///< shared memory is needed even by a single stage
    Mirrored mirrored = Mirrored::no;
    bool wide = false;       ///< lines whose points lie far apart: see far_step_bytes
    bool twice = false;      ///< columns that are transformed there and back
    bool folded = false;     ///< rows whose numbers come or go in folded order
    bool continued = false;  ///< kinds 1, where a thread needs the mirrors of its numbers
    bool convolves = false;  ///< transformed there and back, with a filter between
};

}  // namespace tobiuo::fft
