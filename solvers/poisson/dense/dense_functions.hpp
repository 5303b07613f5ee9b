// SPDX-License-Identifier: BSD-3-Clause
// Products with dense matrices and rotations of rows on a CPU, built for several instruction sets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tobiuo::poisson {

/// Rotations of neighbouring rows, of the rows `first` and `first` + 1 to begin with, or to end with
/// if they go backwards.
struct RotationSweep {
    std::int64_t first;
    std::int64_t count;
    bool backwards;
    const double* cosine;
    const double* sine;
};

/// The functions for one instruction set. All sets give the same bits: each operation rounds once,
/// and the order of sums is fixed.
struct RotationFunctions {
    const char* instruction_set;
    /// Rotates rows of panel_columns numbers that lie behind each other.
    void (*rotate)(double* panel, const RotationSweep& sweep);
};

/// A matrix in groups of `group` rows, [row / group][column][row % group]; the last group is filled up
/// with zeros.
template <typename Value>
struct GroupedMatrix {
    const Value* values;
    std::int64_t groups;
    std::int64_t columns;
};
inline constexpr std::int64_t rows_of_group = 8;

template <typename Value>
struct ProductFunctions {
    const char* instruction_set;
    /// out = matrix times in for `tiles` tiles behind each other; a row of both has
    /// HostLineTransform<Value>::width values, and out has rows for whole groups. The order of each
    /// sum: neighbouring columns of the matrix, then what these give.
    void (*multiply)(const GroupedMatrix<Value>& matrix, const Value* in, Value* out,
                     std::int64_t tiles);
};

/// The builds that this processor runs, the widest first; never empty.
[[nodiscard]] std::span<const RotationFunctions> usable_rotation_functions();
template <typename Value>
[[nodiscard]] std::span<const ProductFunctions<Value>> usable_product_functions();

/// One build each, see dense_functions_body.hpp.
[[nodiscard]] RotationFunctions baseline_rotation_functions();
[[nodiscard]] RotationFunctions avx2_rotation_functions();
[[nodiscard]] RotationFunctions avx512_rotation_functions();
template <typename Value>
[[nodiscard]] ProductFunctions<Value> baseline_product_functions();
template <typename Value>
[[nodiscard]] ProductFunctions<Value> avx2_product_functions();
template <typename Value>
[[nodiscard]] ProductFunctions<Value> avx512_product_functions();

}  // namespace tobiuo::poisson
