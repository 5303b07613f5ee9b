// SPDX-License-Identifier: BSD-3-Clause
// The transform of the lines of a block, stage by stage, or, for lengths that have no stages, by a
// convolution; and the lines of its threads. One code for device and host.
#pragma once

#include "kernels/fft/block/block_transform.hpp"
#include "kernels/fft/butterfly/complex.hpp"
#include "kernels/fft/pass/pass_arguments.hpp"
#include "kernels/fft/pass/pass_form.hpp"

namespace tobiuo::fft {

/// The configuration whose last stage stores: a pass with a forward and an inverse transform runs
/// the second one with the stages in the reverse order.
template <PassForm pass>
inline constexpr KernelConfig last_block = pass.transforms_twice() ? pass.block.reversed()
                                                                   : pass.block;

/// The stage in whose registers pairs of lines are after a transform: the last one, or, after a
/// convolution, the first one, with which the convolution's last transform ends and the next one
/// begins.
template <PassForm pass>
inline constexpr int given_stage = pass.bluestein ? 0 : pass.block.stages - 1;
/// The configuration that has this stage after both transforms of a pass that solves.
template <PassForm pass>
inline constexpr KernelConfig given_block = pass.bluestein ? pass.block : last_block<pass>;

/// Whether point base + ahead of a line exists: a convolution has more places than points.
template <PassForm pass, int ahead>
constexpr bool has_point(unsigned base)
{
    return !pass.bluestein || base + ahead < static_cast<unsigned>(pass.transform_points());
}

/// Transforms points in the registers of stage 0 to these registers, by a convolution.
///
///     X[k] = c[k] sum over n of (x[n] c[n]) conj c[k - n],  c[n] = exp(-pi i n^2 / points)
///
/// The sum is a cyclic convolution of pass.block.length points: the points are transformed,
/// multiplied by the transform of the filter and transformed back, which is a transform of swapped
/// values (see swapped()) with the stages in the reverse order.
/// Source    L. I. Bluestein, IEEE Trans. Audio Electroacoust. 18 (1970) 451.
template <PassForm pass, bool used, typename T, typename Block>
void transform_by_chirp(const Block& block, const PassTables<T>& tables, Complex<T>* shared)
{
    using Value = Complex<T>;
    constexpr int end = pass.block.stages - 1;
    constexpr KernelConfig reversed_block = pass.block.reversed();
    using There = BlockTransform<pass.block, T>;
    using Back = BlockTransform<reversed_block, T>;
    block.phase([&](unsigned thread, Value* point) {
        There::template each_point<0>(thread, [&](auto place, unsigned base, auto ahead) {
            point[place] = has_point<pass, decltype(ahead)::value>(base)
                               ? point[place] * block.fetch(tables.chirp + base + ahead)
                               : Value{0, 0};
        });
    });
    transform_block<pass.block, 1, used>(block, tables.twiddles, shared);
    block.phase([&](unsigned thread, Value* point) {
        There::template each_point<end>(thread, [&](auto place, unsigned base, auto ahead) {
            point[place] = swapped(point[place] * block.fetch(tables.filter + base + ahead));
        });
    });
    transform_block<reversed_block, 1, true>(block, tables.twiddles, shared);
    block.phase([&](unsigned thread, Value* point) {
        Back::template each_point<end>(thread, [&](auto place, unsigned base, auto ahead) {
            if (has_point<pass, decltype(ahead)::value>(base)) {
                point[place] = swapped(point[place]) * block.fetch(tables.chirp + base + ahead);
            }
        });
    });
}

/// Transforms points in the registers of stage 0 of `form` (pass.block or last_block<pass>) to the
/// registers of given_stage<pass>. For `used` see transform_block().
template <PassForm pass, KernelConfig form, bool used, typename T, typename Block>
void transform_lines(const Block& block, const PassTables<T>& tables, Complex<T>* shared)
{
    if constexpr (pass.bluestein) {
        transform_by_chirp<pass, used>(block, tables, shared);
    } else {
        transform_block<form, 1, used>(block, tables.twiddles, shared);
    }
}

/// The line whose points the thread loads or stores, counted from the first one of the block.
template <PassForm pass, typename T, bool loads>
constexpr long long exchanged_line(unsigned thread)
{
    if constexpr (loads) {
        return BlockTransform<pass.block, T>::template line<0>(thread);
    } else {
        return BlockTransform<last_block<pass>, T>::template line<pass.block.stages - 1>(thread);
    }
}

}  // namespace tobiuo::fft
