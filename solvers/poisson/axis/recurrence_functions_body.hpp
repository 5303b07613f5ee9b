// SPDX-License-Identifier: BSD-3-Clause
// The functions of RecurrenceFunctions, for a file that is compiled for one instruction set.
//
// All of it has internal linkage and calls no function of another header but templates for types of
// this one, so that no code for one instruction set is taken for another.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/tridiagonal/eliminated_row.hpp"
#include "solvers/poisson/axis/recurrence_functions.hpp"

namespace tobiuo::poisson {
namespace {

/// Numbers in `bytes`, at any place of an array.
template <typename Number, std::size_t bytes>
struct VectorOf {
    using Type [[gnu::vector_size(bytes), gnu::may_alias, gnu::aligned(alignof(Number))]] = Number;
};

/// A number for each of `lines` lines, in registers of `bytes`.
template <std::size_t lines, std::size_t bytes>
struct RowNumbers {
    using Register = typename VectorOf<double, bytes>::Type;
    using Floats = typename VectorOf<float, bytes / 2>::Type;
    static constexpr std::size_t lanes = bytes / sizeof(double);
    static constexpr std::size_t registers = lines / lanes;

    Register part[registers];

    [[gnu::always_inline]] static RowNumbers load(const double* from)
    {
        RowNumbers numbers;
        for (std::size_t i = 0; i < registers; ++i) {
            numbers.part[i] = *reinterpret_cast<const Register*>(from + i * lanes);
        }
        return numbers;
    }
    [[gnu::always_inline]] static RowNumbers load(const float* from)
    {
        RowNumbers numbers;
        for (std::size_t i = 0; i < registers; ++i) {
            numbers.part[i] = __builtin_convertvector(
                *reinterpret_cast<const Floats*>(from + i * lanes), Register);
        }
        return numbers;
    }
    [[gnu::always_inline]] void store(double* to) const
    {
        for (std::size_t i = 0; i < registers; ++i) {
            *reinterpret_cast<Register*>(to + i * lanes) = part[i];
        }
    }
    [[gnu::always_inline]] void store(float* to) const
    {
        for (std::size_t i = 0; i < registers; ++i) {
            *reinterpret_cast<Floats*>(to + i * lanes) = __builtin_convertvector(part[i], Floats);
        }
    }

    [[gnu::always_inline]] void add(const RowNumbers& other)
    {
        for (std::size_t i = 0; i < registers; ++i) {
            part[i] += other.part[i];
        }
    }
    /// The next sum of a recurrence: sum - loss sum + value.
    [[gnu::always_inline]] void recur(const RowNumbers& loss, const RowNumbers& value)
    {
        for (std::size_t i = 0; i < registers; ++i) {
            part[i] = part[i] - loss.part[i] * part[i] + value.part[i];
        }
    }
    [[gnu::always_inline]] RowNumbers times(const RowNumbers& factor) const
    {
        RowNumbers product;
        for (std::size_t i = 0; i < registers; ++i) {
            product.part[i] = factor.part[i] * part[i];
        }
        return product;
    }

    [[gnu::always_inline]] friend RowNumbers operator+(RowNumbers a, const RowNumbers& b)
    {
        a.add(b);
        return a;
    }
    [[gnu::always_inline]] friend RowNumbers operator-(RowNumbers a, const RowNumbers& b)
    {
        for (std::size_t i = 0; i < registers; ++i) {
            a.part[i] -= b.part[i];
        }
        return a;
    }
    [[gnu::always_inline]] friend RowNumbers operator*(const RowNumbers& a, const RowNumbers& b)
    {
        return a.times(b);
    }
    [[gnu::always_inline]] static RowNumbers all(double number)
    {
        RowNumbers numbers;
        for (std::size_t i = 0; i < registers; ++i) {
            numbers.part[i] = number - Register{};
        }
        return numbers;
    }

    [[gnu::always_inline]] RowNumbers times(double factor) const
    {
        RowNumbers product;
        for (std::size_t i = 0; i < registers; ++i) {
            product.part[i] = factor * part[i];
        }
        return product;
    }
    [[gnu::always_inline]] RowNumbers inverse() const
    {
        RowNumbers quotient;
        for (std::size_t i = 0; i < registers; ++i) {
            quotient.part[i] = 1.0 / part[i];
        }
        return quotient;
    }
};

template <typename Value, std::size_t lines, std::size_t bytes>
struct Recurrences {
    using Row = RowNumbers<lines, bytes>;
    static constexpr auto width = static_cast<std::int64_t>(lines);

    static void sum_forwards(const Value* values, std::int64_t rows, const double* loss_of,
                             double* sum_of)
    {
        const Row loss = Row::load(loss_of);
        Row sum{};
        for (std::int64_t k = 0; k < rows; ++k) {
            sum.recur(loss, Row::load(values + k * width));
        }
        sum.store(sum_of);
    }

    static void sum_backwards(const Value* values, std::int64_t rows, const double* loss_of,
                              double* sum_of)
    {
        const Row loss = Row::load(loss_of);
        Row sum{};
        for (std::int64_t k = rows; k-- > 0;) {
            sum.recur(loss, Row::load(values + k * width));
        }
        sum.store(sum_of);
    }

    static void sum_both(const Value* values, std::int64_t rows, const double* loss_of,
                         RecurrenceSums<lines>& sums)
    {
        const Row loss = Row::load(loss_of);
        Row forwards{};
        Row backwards{};
        Row lower{};
        Row upper{};
        for (std::int64_t k = 0; k < rows; ++k) {
            lower.add(forwards);
            upper.add(backwards);
            forwards.recur(loss, Row::load(values + k * width));
            backwards.recur(loss, Row::load(values + (rows - 1 - k) * width));
        }
        forwards.store(sums.forwards);
        backwards.store(sums.backwards);
        lower.store(sums.tilt);
        double above[lines];
        upper.store(above);
        for (std::size_t line = 0; line < lines; ++line) {
            sums.tilt[line] -= above[line];
        }
    }

    static void advance(Value* values, std::int64_t rows, const double* loss_of,
                        const double* sum_of)
    {
        const Row loss = Row::load(loss_of);
        Row sum = Row::load(sum_of);
        for (std::int64_t k = 0; k < rows; ++k) {
            sum.recur(loss, Row::load(values + k * width));
            sum.store(values + k * width);
        }
    }

    static void go_back(Value* values, std::int64_t rows, const double* loss_of,
                        const double* factor_of, const double* sum_of)
    {
        const Row loss = Row::load(loss_of);
        const Row factor = Row::load(factor_of);
        Row sum = Row::load(sum_of);
        for (std::int64_t k = rows; k-- > 0;) {
            sum.recur(loss, Row::load(values + k * width));
            sum.times(factor).store(values + k * width);
        }
    }

    static void eliminate(Value* values, const tridiagonal::UnequalRows& rows,
                          const EliminatedLines& of_lines, double scale, double* losses)
    {
        const Row shift = Row::load(of_lines.shift);
        struct Inverse {
            [[gnu::always_inline]] Row operator()(const Row& pivot) const
            {
                return pivot.inverse();
            }
        };
        const auto last = static_cast<std::int64_t>(rows.count) - 1;
        Row loss = Row::all(1.0);
        Row solved{};
        for (std::int64_t k = 0; k <= last; ++k) {
            Row wall{};
            if (k == 0) {
                wall.add(Row::load(of_lines.first_wall));
            }
            if (k == last) {
                wall.add(Row::load(of_lines.last_wall));
            }
            const Row below = Row::all(rows.below[k]);
            const auto row = tridiagonal::eliminated_row(below, loss, wall - shift,
                                                         Row::all(rows.above[k]), Inverse{});
            loss = row.loss;
            solved = (below * solved - Row::load(values + k * width).times(scale)) * row.share;
            loss.store(losses + k * width);
            solved.store(values + k * width);
        }
        Row behind{};
        for (std::int64_t k = last; k >= 0; --k) {
            behind = tridiagonal::substituted(Row::load(losses + k * width),
                                              Row::load(values + k * width), behind);
            behind.store(values + k * width);
        }
    }
};

template <typename Value, std::size_t lines, std::size_t bytes>
[[nodiscard]] RecurrenceFunctions<Value, lines> recurrence_functions(const char* instruction_set)
{
    using Of = Recurrences<Value, lines, bytes>;
    return {.instruction_set = instruction_set,
            .sum_forwards = Of::sum_forwards,
            .sum_backwards = Of::sum_backwards,
            .sum_both = Of::sum_both,
            .advance = Of::advance,
            .go_back = Of::go_back,
            .eliminate = Of::eliminate};
}

}  // namespace
}  // namespace tobiuo::poisson
