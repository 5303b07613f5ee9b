// SPDX-License-Identifier: BSD-3-Clause
// Nukada's five steps: complex 3-D transforms in four passes that need registers only and one pass
// that uses shared memory.
#pragma once

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/fft/schedule/schedule.hpp"

namespace tobiuo::fft {

/// Many transforms of a few points, each by one thread, along the slowest axis of
/// [batch][points][rest]; the transformed axis moves inwards, to [batch][rest / row][points][row].
struct Multirow {
    int points = 1;
    long long rest = 1;
    long long row = 1;  ///< a divisor of rest
    long long batch = 1;
    bool inverse = false;
    Twiddle twiddle = {};  ///< line numbers count the elements of `rest`
};

/// Lines of a block of such a pass, one for each thread, as in the paper.
inline constexpr int multirow_lines = 64;

/// The pass for `what`, of which a multiprocessor shall hold `resident` blocks.
[[nodiscard]] constexpr PassForm multirow_pass(const Multirow& what, int resident)
{
    PassForm form;
    form.block = {.length = what.points,
                  .stages = 1,
                  .radices = {what.points},
                  .threads_per_transform = 1,
                  .transforms_per_block = multirow_lines,
                  .load_contiguous = false,
                  .store_contiguous = false,
                  .min_blocks_per_sm = resident};
    form.points = what.points;
    form.inverse = what.inverse;
    form.source = column_lines(what.batch, what.rest, what.points * what.rest);
    form.sink = column_lines(what.batch * (what.rest / what.row), what.row, what.points * what.row);
    form.twiddle = what.twiddle;
    return form;
}

/// The schedule of the five steps. With z = z1 + b z2 of a x b points, y = y1 + d y2 of c x d
/// points, and spectra that are numbered the other way, kz = kz1 + a kz2, the steps see these
/// arrays, the slowest index first:
///
///     1  [z2][z1][y2][y1][x]   along z2, times twiddle factors, to the work array
///     2  [z1][y2][y1][kz1][x]  along z1, to the output
///     3  [y2][y1][kz2][kz1][x] along y2, times twiddle factors, to the work array
///     4  [y1][kz2][kz1][ky1][x] along y1, to the output
///     5  [kz2][kz1][ky2][ky1][x] along x, in the output, in natural order
///
/// Order     every step reads along the slowest index, the paper's pattern D. Steps 1 and 3 write
///           that index next to x, pattern A; 2 and 4 one further, pattern B. Neighbouring threads
///           always have neighbouring x. As in the paper, step 5 works in place.
/// Traffic   five reads and writes of the data; the work array is as large as the data.
/// Choices   only the table counts, for step 5; passes are not merged.
/// Throws    std::invalid_argument, one sentence, unless the problem is complex, has three axes,
///           both strided ones are products of two lengths of butterflies (2 to 16 and 32), and the
///           last one fits a pass.
/// Source    A. Nukada, Y. Ogata, T. Endo, S. Matsuoka, IPSJ Trans. ACS 1 (2), 231 (2008), section
///           3.1, and SC 2008. In the paper all four factors are 16.
[[nodiscard]] Schedule five_step_schedule(const Problem& problem, const DeviceLimits& limits,
                                          const Choices& choices = {});

}  // namespace tobiuo::fft
