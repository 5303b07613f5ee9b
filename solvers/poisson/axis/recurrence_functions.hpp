// SPDX-License-Identifier: BSD-3-Clause
// The recurrences along the lines of a tile on a CPU, built for several instruction sets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/tridiagonal/unequal_rows.hpp"

namespace tobiuo::poisson {

/// What the recurrences of both directions, started with zero, come to, for each of `lines` lines.
template <std::size_t lines>
struct RecurrenceSums {
    double forwards[lines] = {};
    double backwards[lines] = {};
    double tilt[lines] = {};  ///< all sums before a row, added up: forwards less backwards
};

/// What lines that are eliminated together do not share, each with a number for each line.
struct EliminatedLines {
    const double* shift;
    const double* first_wall;  ///< as in tridiagonal::UnequalRows, whose own ones are not used
    const double* last_wall;
};

/// The functions for one instruction set, for rows of `lines` values. Each recurrence but that of
/// eliminate() replaces its sum by sum - loss sum + value, for every line, from row to row. All
/// sets give the same bits, since each operation rounds once.
template <typename Value, std::size_t lines>
struct RecurrenceFunctions {
    const char* instruction_set;
    /// Runs forwards from zero.
    void (*sum_forwards)(const Value* values, std::int64_t rows, const double* loss, double* sum);
    /// Runs backwards from zero.
    void (*sum_backwards)(const Value* values, std::int64_t rows, const double* loss, double* sum);
    /// Runs in both directions at once.
    void (*sum_both)(const Value* values, std::int64_t rows, const double* loss,
                     RecurrenceSums<lines>& sums);
    /// Runs forwards from `sum` and stores the sum of each row instead of its value.
    void (*advance)(Value* values, std::int64_t rows, const double* loss, const double* sum);
    /// Runs backwards from `sum` and stores factor times the sum of each row instead of its value.
    void (*go_back)(Value* values, std::int64_t rows, const double* loss, const double* factor,
                    const double* sum);
    /// Solves (rows + shift) u = scale times the values, in place, by
    /// tridiagonal::eliminated_row() and substitution: no shift is positive, and no line is
    /// singular. `losses` has room for a double for each value.
    void (*eliminate)(Value* values, const tridiagonal::UnequalRows& rows,
                      const EliminatedLines& of_lines, double scale, double* losses);
};

/// The builds that this processor runs, the widest first; never empty. They exist for the values of
/// a tile and for residuals, which are double: <double, 16>, <float, 32> and <double, 32>.
template <typename Value, std::size_t lines>
[[nodiscard]] std::span<const RecurrenceFunctions<Value, lines>> usable_recurrence_functions();

/// One build each, see recurrence_functions_body.hpp.
template <typename Value, std::size_t lines>
[[nodiscard]] RecurrenceFunctions<Value, lines> baseline_recurrence_functions();
template <typename Value, std::size_t lines>
[[nodiscard]] RecurrenceFunctions<Value, lines> avx2_recurrence_functions();
template <typename Value, std::size_t lines>
[[nodiscard]] RecurrenceFunctions<Value, lines> avx512_recurrence_functions();

}  // namespace tobiuo::poisson
