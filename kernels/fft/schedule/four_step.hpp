// SPDX-License-Identifier: BSD-3-Clause
// Axes that are too long for one pass: the several passes that transform them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "kernels/fft/choose/block_choice.hpp"
#include "kernels/fft/pass/pass_form.hpp"

namespace tobiuo::fft {

/// A complex array [outer][points][inner] whose middle axis is transformed. An outer step is the
/// distance of two outer neighbours, in elements of the side. A side of reals or half spectra
/// requires inner == 1.
struct FourStepAxis {
    long long points = 1;
    long long inner = 1;
    long long outer = 1;
    long long source_step = 1;
    long long sink_step = 1;
    Side source_side = Side::complex;
    Side sink_side = Side::complex;
    bool inverse = false;
};

/// A pass without its configuration. It reads what the pass before has written; the first one reads
/// the axis.
struct FourStepPass {
    PassForm form;
    Order order = Order::contiguous;
    bool to_work = false;  ///< whether it writes the work array or that of the sink side
};

struct FourStepPasses {
    std::vector<FourStepPass> passes;  ///< empty if the axis is too long for every algorithm
    std::int64_t work_values = 0;      ///< number of complex values in the work array
};

/// Whether there is a good configuration for lines of that many points.
using Fits = std::function<bool(long long points, Order order)>;

/// `count` factors of n for which `fits` is true, as near to each other as they can be, the largest
/// one last; empty if there are none. The last one is transformed in the order `last`, the others
/// in strided order.
[[nodiscard]] std::vector<long long> factors_of(long long n, int count, Order last,
                                                const Fits& fits);

/// The passes of a long axis: a four-step transform in two or three passes, or else a convolution
/// in three or five.
///
/// Source    D. H. Bailey, FFTs in external or hierarchical memory (1990); for lengths with other
///           factors L. I. Bluestein, IEEE Trans. Audio Electroacoust. 18 (1970) 451.
[[nodiscard]] FourStepPasses four_step_passes(const FourStepAxis& axis, const Fits& fits);

}  // namespace tobiuo::fft
