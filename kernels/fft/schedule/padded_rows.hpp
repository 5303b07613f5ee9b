// SPDX-License-Identifier: BSD-3-Clause
// How lines lie in the arrays of a schedule: rows that start at whole transactions of memory, pairs
// of lines whose threads access neighbours.
#pragma once

#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/fft/schedule/schedule.hpp"

namespace tobiuo::fft {

/// The distance in values of two rows of half spectra if each starts at a whole transaction.
[[nodiscard]] long long padded_row(const Problem& problem);

/// Lets the merged step of r2c in three dimensions write its half spectra to a work array with
/// padded rows, from which the pass along the slowest axis brings them to their places. Rows of N /
/// 2 + 1 values start anywhere in a sector, so that strided accesses touch more sectors than they
/// fill, and merged passes are limited by the L2 cache. c2r would write the work array once more
/// than it saves.
///
/// Schedules of other transforms or steps do not change, nor those whose rows start at transactions
/// anyway.
void pad_rows(Schedule& schedule, const Problem& problem);

/// Makes pairs of lines of reals whose distance is the number of transforms in a block, so that its
/// threads access neighbours, unless too many pairs at the ends of rows would then lack their second
/// line. A row has `width` lines.
void group_lines(PassForm& form, long long width);

}  // namespace tobiuo::fft
