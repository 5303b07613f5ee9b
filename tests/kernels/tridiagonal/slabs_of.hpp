// SPDX-License-Identifier: BSD-3-Clause
// Columns of values cut into slabs.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/tridiagonal/slab/slab.hpp"

namespace tobiuo::test {

/// The slabs of `rows` rows of `columns` values from `data` on, with up to `most` rows each, the
/// first one first. `reversed`: rows are numbered from the end of the array.
template <typename T>
[[nodiscard]] std::vector<tridiagonal::Slab<T>> slabs_of(T* data, long long columns, long long rows,
                                                         long long most, bool reversed)
{
    std::vector<tridiagonal::Slab<T>> all;
    for (long long row = 0; row < rows; row += most) {
        const long long count = std::min(most, rows - row);
        all.push_back(tridiagonal::slab_of(data + columns * (reversed ? rows - row - count : row),
                                           columns, count, row, reversed));
    }
    return all;
}

}  // namespace tobiuo::test
