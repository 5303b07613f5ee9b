// SPDX-License-Identifier: BSD-3-Clause
// Charges beside open faces from the modes of a box, and the modes of values on these faces. For host
// and device.
#pragma once

#include "kernels/poisson/open_face_items.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::poisson {

/// Parts of the sum over a row, which neighbouring items have: they read neighbours.
inline constexpr int row_parts = 8;
/// Terms of a sum that are added to each other before they are added to the rest, and whose loads are
/// on their way together.
inline constexpr int modes_ahead = 8;

/// Sums of values `step` apart with two rows of weights; the sums that are not wanted are the same.
template <typename T>
struct TwoSums {
    T sum[2] = {};

    constexpr TwoSums(const T* from, long long step, const T* const (&weights)[2],
                      long long weight_step, long long count)
    {
        long long at = 0;
        for (; at + modes_ahead <= count; at += modes_ahead) {
            T value[modes_ahead];
            for (int n = 0; n < modes_ahead; ++n) {
                value[n] = from[(at + n) * step];
            }
            T part[2] = {};
            for (int n = 0; n < modes_ahead; ++n) {
                part[0] += weights[0][(at + n) * weight_step] * value[n];
                part[1] += weights[1][(at + n) * weight_step] * value[n];
            }
            sum[0] += part[0];
            sum[1] += part[1];
        }
        for (; at < count; ++at) {
            sum[0] += weights[0][at * weight_step] * from[at * step];
            sum[1] += weights[1][at * weight_step] * from[at * step];
        }
    }
};

/// Sums over the modes along y of [z][y][x], for each z and x: what u has beside one or two faces.
template <typename T>
struct SumOverColumns {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/open_mode_items.hpp",
                                            .type = "tobiuo::poisson::SumOverColumns",
                                            .name = "open-column-sums",
                                            .threads = 128,
                                            .nanoseconds = 300.0};

    const T* modes = nullptr;
    long long counts[2] = {};  ///< x and y
    const T* weights[2] = {};  ///< for each mode; those of one face twice
    T* sums[2] = {};           ///< [z][x]; null for the second one of one face

    constexpr void operator()(long long n) const
    {
        const long long x = n % counts[0];
        const long long z = n / counts[0];
        const TwoSums<T> of{modes + z * counts[0] * counts[1] + x, counts[0], weights, 1,
                            counts[1]};
        sums[0][n] = of.sum[0];
        if (sums[1] != nullptr) {
            sums[1][n] = of.sum[1];
        }
    }
};

/// Parts of the same sums over the modes along x: part k of a row has every row_parts-th value from k
/// on.
template <typename T>
struct SumOverRows {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/open_mode_items.hpp",
                                            .type = "tobiuo::poisson::SumOverRows",
                                            .name = "open-row-sums",
                                            .threads = 128,
                                            .nanoseconds = 40.0};

    const T* modes = nullptr;
    long long count = 0;  ///< x
    const T* weights[2] = {};
    T* parts[2] = {};  ///< [z][y][part]

    constexpr void operator()(long long n) const
    {
        const long long part = n % row_parts;
        const T* const from[2] = {weights[0] + part, weights[1] + part};
        const TwoSums<T> of{modes + n / row_parts * count + part, row_parts, from, row_parts,
                            (count - part + row_parts - 1) / row_parts};
        parts[0][n] = of.sum[0];
        if (parts[1] != nullptr) {
            parts[1][n] = of.sum[1];
        }
    }
};

/// Adds the parts of SumOverRows up: item n is row n % rows of face n / rows.
template <typename T>
struct AddRowParts {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/open_mode_items.hpp",
                                            .type = "tobiuo::poisson::AddRowParts",
                                            .name = "open-row-parts",
                                            .threads = 128,
                                            .nanoseconds = 4.0};

    const T* parts[2] = {};
    long long rows = 0;
    T* sums[2] = {};

    constexpr void operator()(long long n) const
    {
        const long long face = n / rows;
        const long long row = n % rows;
        const T* const from = (face == 0 ? parts[0] : parts[1]) + row * row_parts;
        T part[row_parts];
        for (int at = 0; at < row_parts; ++at) {
            part[at] = from[at];
        }
        T sum{};
        for (int at = 0; at < row_parts; ++at) {
            sum += part[at];
        }
        (face == 0 ? sums[0] : sums[1])[row] = sum;
    }
};

/// out[line][i] = factor times the sum over j of matrix[j][i] (in[line][j] + sign other[line][j]).
template <typename T>
struct LineProduct {
    const T* matrix = nullptr;  ///< [count][count]
    const T* in = nullptr;
    const T* other = nullptr;  ///< or null
    T* out = nullptr;
    T factor = 1;
    T sign = 1;
    long long count = 0;
    long long lines = 0;
    long long line = 0;  ///< from line to line
    long long step = 1;  ///< from value to value
    long long first_item = 0;

    [[nodiscard]] constexpr long long across() const { return (count + open_tile - 1) / open_tile; }
    [[nodiscard]] constexpr long long items() const
    {
        return across() * ((lines + open_tile - 1) / open_tile);
    }
};

/// One product of each open face, for open_tile lines and as many values, of which those of neighbouring
/// items are neighbours.
template <typename T>
struct MultiplyLines {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/open_mode_items.hpp",
                                            .type = "tobiuo::poisson::MultiplyLines",
                                            .name = "open-line-products",
                                            .threads = 128,
                                            .nanoseconds = 3000.0};

    LineProduct<T> products[6] = {};
    int count = 0;

    constexpr void operator()(long long n) const
    {
        int at = 0;
        while (at + 1 < count && n >= products[at + 1].first_item) {
            ++at;
        }
        multiply(products[at], n - products[at].first_item);
    }

private:
    static constexpr void multiply(const LineProduct<T>& product, long long item)
    {
        const long long apart = product.across();
        const long long i = item % apart;
        const long long line = item / apart * open_tile;
        long long from[open_tile] = {};
        int column[open_tile] = {};
        for (int k = 0; k < open_tile; ++k) {
            const long long held = line + k < product.lines ? line + k : product.lines - 1;
            from[k] = held * product.line;
            const long long there = i + k * apart;
            column[k] = static_cast<int>(there < product.count ? there : product.count - 1);
        }
        const T* matrix = product.matrix;
        const T* in = product.in;
        const T* other = product.other;
        T sum[open_tile][open_tile] = {};
        const auto add = [&]<int steps>(long long /*first*/, Steps<steps> /*together*/) {
            T value[steps][open_tile];
            T factor[steps][open_tile];
            for (int step = 0; step < steps; ++step) {
                for (int k = 0; k < open_tile; ++k) {
                    value[step][k] = in[from[k]];
                    if (other != nullptr) {
                        value[step][k] += product.sign * other[from[k]];
                    }
                    factor[step][k] = matrix[column[k]];
                }
                in += product.step;
                other = other != nullptr ? other + product.step : nullptr;
                matrix += product.count;
            }
            for (int step = 0; step < steps; ++step) {
                for (int row = 0; row < open_tile; ++row) {
                    for (int k = 0; k < open_tile; ++k) {
                        sum[row][k] += value[step][row] * factor[step][k];
                    }
                }
            }
        };
        in_steps<2>(product.count, add);
        for (int row = 0; row < open_tile && line + row < product.lines; ++row) {
            for (int k = 0; k < open_tile && i + k * apart < product.count; ++k) {
                product.out[from[row] + (i + k * apart) * product.step] =
                    product.factor * sum[row][k];
            }
        }
    }
};

}  // namespace tobiuo::poisson
