// The transform of the lines of a block: stage by stage, or, of lengths that have no stages, by a
// convolution. One code for device and host.
#pragma once

#include "kernels/fft/block/block_transform.hpp"
#include "kernels/fft/butterfly/complex.hpp"
#include "kernels/fft/pass/pass_arguments.hpp"
#include "kernels/fft/pass/pass_form.hpp"

namespace tobiuo::fft {

/// The block whose last stage stores: what goes there and back transforms twice, the second time
/// with the stages in the other order.
template <PassForm pass>
inline constexpr KernelConfig last_block = pass.transforms_twice() ? pass.block.reversed()
                                                                   : pass.block;

/// Where pairs of lines are after a transform: in the registers of the last stage, or, after a
/// convolution, of the first one again, in which the last transform and the next begin.
template <PassForm pass>
inline constexpr int given_stage = pass.bluestein ? 0 : pass.block.stages - 1;
/// The block of that stage when both transforms of pairs that are solved are done.
template <PassForm pass>
inline constexpr KernelConfig given_block = pass.bluestein ? pass.block : last_block<pass>;

/// Whether there is point base + ahead of a line: a convolution has places behind its end.
template <PassForm pass, int ahead>
constexpr bool has_point(unsigned base)
{
    return !pass.bluestein || base + ahead < static_cast<unsigned>(pass.transform_points());
}

/// Points in the registers of stage 0 to their transform there.
///
///     X[k] = c[k] sum over n of (x[n] c[n]) conj c[k - n],  c[n] = exp(-pi i n^2 / points)
///
/// The sum is a cyclic one of pass.block.length points: transformed, multiplied by the transform of
/// its filter and transformed back, which is to transform swapped numbers (see swapped()) with the
/// stages in the other order.
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

/// Points in the registers of stage 0 of `form` (pass.block or last_block<pass>) to their transform
/// in those of given_stage<pass>. `used`: see transform_block().
template <PassForm pass, KernelConfig form, bool used, typename T, typename Block>
void transform_lines(const Block& block, const PassTables<T>& tables, Complex<T>* shared)
{
    if constexpr (pass.bluestein) {
        transform_by_chirp<pass, used>(block, tables, shared);
    } else {
        transform_block<form, 1, used>(block, tables.twiddles, shared);
    }
}

}  // namespace tobiuo::fft
