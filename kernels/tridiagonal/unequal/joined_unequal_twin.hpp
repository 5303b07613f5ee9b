// SPDX-License-Identifier: BSD-3-Clause
// Joined slabs of unequal rows on the host, a range of columns at a time.
#pragma once

#include "kernels/tridiagonal/column_range.hpp"
#include "kernels/tridiagonal/line/solve_line.hpp"
#include "kernels/tridiagonal/unequal/joined_unequal.hpp"

namespace tobiuo::tridiagonal {

/// Calls work(column) for every column of `range`.
template <typename Work>
void for_each_column(const UnequalSlabSystems& systems, const UnequalPassages& passages,
                     const ColumnRange& range, const Work& work)
{
    for (long long column = range.first; column < range.end; ++column) {
        work(JoinedUnequalColumn{systems, passages, column});
    }
}

inline void prepare_on_host(const UnequalSlabSystems& systems, const UnequalPassages& passages,
                            const JoinedSlabs& joined, const ColumnRange& range)
{
    for_each_column(systems, passages, range, [&](const auto& column) { column.prepare(joined); });
}

template <typename T>
void rise_on_host(const UnequalSlabSystems& systems, const UnequalPassages& passages,
                  const SlabSums& sums, const SlabPart<T>& part, const ColumnRange& range)
{
    for_each_column(systems, passages, range, [&](const auto& column) { column.rise(part, sums); });
}

/// Without the column of the zero mode.
inline void join_on_host(const UnequalSlabSystems& systems, const UnequalPassages& passages,
                         const SlabSums& sums, const JoinedSlabs& joined, const ColumnRange& range)
{
    for_each_column(systems, passages, range,
                    [&](const auto& column) { column.join(joined, sums); });
}

template <typename T>
void fall_on_host(const UnequalSlabSystems& systems, const UnequalPassages& passages,
                  const SlabSums& sums, const SlabPart<T>& part, const ColumnRange& range)
{
    for_each_column(systems, passages, range, [&](const auto& column) { column.fall(part, sums); });
}

}  // namespace tobiuo::tridiagonal
