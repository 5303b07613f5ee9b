// SPDX-License-Identifier: BSD-3-Clause
// Sums of rows of x, of which the norms of a field are made, in a fixed order. For host and device.
#pragma once

#include "kernels/compensated_sum.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::poisson {

/// Powers of two by which values are multiplied: small ones, plain ones, whose squares neither
/// overflow nor lose visible digits to underflow, and large ones.
inline constexpr double norm_factors[] = {0x1p600, 1.0, 0x1p-600};
inline constexpr int norm_scales = 3;
inline constexpr int plain_scale = 1;

[[nodiscard]] constexpr bool is_finite(double value)
{
    return value - value == 0.0;
}

/// The scale for values up to `max`: plain for 0, and if a value is not finite.
[[nodiscard]] constexpr int scale_for(double max)
{
    constexpr double least = 1e-140;
    constexpr double most = 1e140;  // leaves room for the sum of all squares
    if (max == 0.0 || !is_finite(max)) {
        return plain_scale;
    }
    return max < least ? 0 : max > most ? 2 : plain_scale;
}

/// The weighted sums of values, which were multiplied by a factor, and of their squares; the largest
/// absolute value, infinite if one is not finite.
struct PieceSums {
    double values = 0.0;
    double squares = 0.0;
    double max = 0.0;
};

struct RowSums {
    double values = 0.0;
    double squares = 0.0;
    double max = 0.0;
    long long scale = plain_scale;  ///< of norm_factors, by which the values were multiplied
};

/// Rows of x, one behind the other, in pieces: the sums of a piece are plain and so fast, those of a
/// row are compensated.
template <typename T>
struct NormRows {
    static constexpr long long piece_length = 64;

    const T* values = nullptr;
    const double* weights = nullptr;  ///< of the values of a row
    long long length = 0;
    double infinity = 0.0;  ///< which compilers of devices do not name

    [[nodiscard]] constexpr long long pieces() const
    {
        return (length + piece_length - 1) / piece_length;
    }

    [[nodiscard]] constexpr PieceSums sums_of(long long row, long long piece, double factor) const
    {
        const long long first = piece * piece_length;
        const long long end = first + piece_length < length ? first + piece_length : length;
        const T* const line = values + row * length;
        PieceSums sums;
        for (long long x = first; x < end; ++x) {
            const auto given = static_cast<double>(line[x]);
            const double value = factor * given;
            sums.values += weights[x] * value;
            sums.squares += weights[x] * value * value;
            const double size = given != given ? infinity : given < 0.0 ? -given : given;
            sums.max = sums.max < size ? size : sums.max;
        }
        return sums;
    }
};

/// Item n sums up piece n % pieces of row n / pieces at the plain scale.
template <typename T>
struct NormPiece {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/norm_items.hpp",
                                            .type = "tobiuo::poisson::NormPiece",
                                            .name = "norm-pieces",
                                            .threads = 128,
                                            .nanoseconds = 64.0,
                                            .contracts = false};

    NormRows<T> rows;
    PieceSums* pieces = nullptr;

    constexpr void operator()(long long n) const
    {
        const long long of_row = rows.pieces();
        pieces[n] = rows.sums_of(n / of_row, n % of_row, norm_factors[plain_scale]);
    }
};

/// Item n adds up the pieces of row n, and sums them up anew if the row needs another scale: others
/// are read once.
template <typename T>
struct NormRow {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/norm_items.hpp",
                                            .type = "tobiuo::poisson::NormRow",
                                            .name = "norm-rows",
                                            .threads = 128,
                                            .nanoseconds = 100.0,
                                            .contracts = false};

    NormRows<T> rows;
    const PieceSums* pieces = nullptr;
    RowSums* sums = nullptr;

    constexpr void operator()(long long n) const
    {
        const long long of_row = rows.pieces();
        const PieceSums* const own = pieces + n * of_row;
        RowSums row = added_up(plain_scale, [&](long long piece) { return own[piece]; });
        if (const int scale = scale_for(row.max); scale != plain_scale) {
            row = added_up(scale, [&](long long piece) {
                return rows.sums_of(n, piece, norm_factors[scale]);
            });
        }
        sums[n] = row;
    }

private:
    template <typename SumsOf>
    [[nodiscard]] constexpr RowSums added_up(int scale, const SumsOf& sums_of) const
    {
        CompensatedSum values;
        CompensatedSum squares;
        double max = 0.0;
        for (long long piece = 0; piece < rows.pieces(); ++piece) {
            const PieceSums one = sums_of(piece);
            values += one.values;
            squares += one.squares;
            max = max < one.max ? one.max : max;
        }
        return {.values = values.value(), .squares = squares.value(), .max = max, .scale = scale};
    }
};

}  // namespace tobiuo::poisson
