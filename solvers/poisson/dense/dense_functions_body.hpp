// SPDX-License-Identifier: BSD-3-Clause
// The functions of dense_functions.hpp, for a file that is compiled for one instruction set.
//
// All of it has internal linkage and calls no function of another header, so that no code for one
// instruction set is taken for another.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solvers/poisson/dense/bidiagonal.hpp"
#include "solvers/poisson/dense/dense_functions.hpp"

namespace tobiuo::poisson {
namespace {

/// Numbers in `bytes`, at any place of an array.
template <typename Number, std::size_t bytes>
struct RegisterOf {
    using Type [[gnu::vector_size(bytes), gnu::may_alias, gnu::aligned(alignof(Number))]] = Number;
};

template <std::size_t bytes>
void rotate_rows(double* panel, const RotationSweep& sweep)
{
    using Register = typename RegisterOf<double, bytes>::Type;
    constexpr auto width = static_cast<std::int64_t>(panel_columns);
    constexpr auto lanes = static_cast<std::int64_t>(bytes / sizeof(double));
    for (std::int64_t n = 0; n < sweep.count; ++n) {
        const std::int64_t at = sweep.backwards ? sweep.count - 1 - n : n;
        const double c = sweep.cosine[at];
        const double s = sweep.sine[at];
        double* const upper = panel + (sweep.first + at) * width;
        for (std::int64_t column = 0; column < width; column += lanes) {
            Register& a = *reinterpret_cast<Register*>(upper + column);
            Register& b = *reinterpret_cast<Register*>(upper + width + column);
            const Register before = b;
            b = c * before - s * a;
            a = s * before + c * a;
        }
    }
}

/// The columns of a matrix whose products are added up before they are added to the rest: the rounding
/// of a sum grows with the number of its terms.
constexpr std::int64_t columns_together = 32;

template <typename Value, std::size_t bytes, std::int64_t rows>
struct Product {
    using Register = typename RegisterOf<Value, bytes>::Type;
    static constexpr auto lanes = static_cast<std::int64_t>(bytes / sizeof(Value));
    static constexpr std::int64_t width = 128 / static_cast<std::int64_t>(sizeof(Value));
    static constexpr std::int64_t registers = width / lanes < 2 ? 1 : 2;

    /// Adds products to `rows` rows, in `registers` registers each.
    [[gnu::always_inline]] static void add_block(const Value* matrix, const Value* in,
                                                 std::int64_t columns, bool first, Value* out)
    {
        Register sum[rows][registers] = {};
        for (std::int64_t k = 0; k < columns; ++k) {
            Register given[registers];
            for (std::int64_t i = 0; i < registers; ++i) {
                given[i] = *reinterpret_cast<const Register*>(in + k * width + i * lanes);
            }
            for (std::int64_t row = 0; row < rows; ++row) {
                const Value factor = matrix[k * rows_of_group + row];
                for (std::int64_t i = 0; i < registers; ++i) {
                    sum[row][i] += factor * given[i];
                }
            }
        }
        for (std::int64_t row = 0; row < rows; ++row) {
            for (std::int64_t i = 0; i < registers; ++i) {
                Register& to = *reinterpret_cast<Register*>(out + row * width + i * lanes);
                to = first ? sum[row][i] : to + sum[row][i];
            }
        }
    }

    /// A group of rows, times a tile.
    static void multiply_group(const Value* factors, std::int64_t all_columns, const Value* in,
                               Value* out)
    {
        for (std::int64_t k = 0; k < all_columns; k += columns_together) {
            const std::int64_t left = all_columns - k;
            const std::int64_t columns = left < columns_together ? left : columns_together;
            for (std::int64_t row = 0; row < rows_of_group; row += rows) {
                for (std::int64_t lane = 0; lane < width; lane += registers * lanes) {
                    add_block(factors + k * rows_of_group + row, in + k * width + lane, columns,
                              k == 0, out + row * width + lane);
                }
            }
        }
    }

    static void multiply(const GroupedMatrix<Value>& matrix, const Value* in, Value* out,
                         std::int64_t tiles)
    {
        const std::int64_t group_values = rows_of_group * width;
        for (std::int64_t group = 0; group < matrix.groups; ++group) {
            for (std::int64_t tile = 0; tile < tiles; ++tile) {
                multiply_group(matrix.values + group * matrix.columns * rows_of_group,
                               matrix.columns, in + tile * matrix.columns * width,
                               out + (tile * matrix.groups + group) * group_values);
            }
        }
    }
};

template <std::size_t bytes>
RotationFunctions rotation_functions(const char* instruction_set)
{
    return {.instruction_set = instruction_set, .rotate = rotate_rows<bytes>};
}

template <typename Value, std::size_t bytes, std::int64_t rows>
ProductFunctions<Value> product_functions(const char* instruction_set)
{
    return {.instruction_set = instruction_set, .multiply = Product<Value, bytes, rows>::multiply};
}

}  // namespace
}  // namespace tobiuo::poisson
