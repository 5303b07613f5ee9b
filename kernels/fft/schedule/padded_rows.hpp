// Half spectra in a work array whose rows start at whole transactions of memory.
#pragma once

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

}  // namespace tobiuo::fft
