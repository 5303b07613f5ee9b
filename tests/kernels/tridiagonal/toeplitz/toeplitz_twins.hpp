// SPDX-License-Identifier: BSD-3-Clause
// The recurrences of many forms on the host, compiled once for all tests.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/tridiagonal/toeplitz/toeplitz_form.hpp"

namespace tobiuo::test {

/// The twin of the kernel of a form.
template <typename T>
struct ToeplitzTwin {
    tridiagonal::ToeplitzForm form;
    void (*solve)(const tridiagonal::ToeplitzSystems<T>& systems) = nullptr;
};

/// Those between two edges, for ten columns: full parts, a shorter last part, a single part, a last
/// part of one row, parts of one row, and two rows. The first `various_toeplitz_twins` have tiles
/// of 8, 16 and 32 columns.
template <typename T>
[[nodiscard]] std::vector<ToeplitzTwin<T>> toeplitz_twins(tridiagonal::Edge first,
                                                          tridiagonal::Edge last);

inline constexpr std::size_t various_toeplitz_twins = 3;

}  // namespace tobiuo::test
