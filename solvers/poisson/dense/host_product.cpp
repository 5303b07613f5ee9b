// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/dense/host_product.hpp"

#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <span>

#include "runtime/rounding.hpp"

namespace tobiuo::poisson {
namespace {

/// Tiles that are copied and multiplied together: a group of rows of the matrix is then in the nearest
/// cache for all of them, and a tile alone would be a short access to memory.
constexpr std::int64_t tiles_together = 2;

/// The first `side` rows and columns of a matrix with rows of `pitch` values, see GroupedMatrix.
template <typename T>
std::vector<T> grouped(std::span<const double> matrix, std::int64_t pitch, std::int64_t side)
{
    std::vector<T> groups(static_cast<std::size_t>(rounded_up(side, rows_of_group) * side), T{0});
    for (std::int64_t row = 0; row < side; ++row) {
        for (std::int64_t column = 0; column < side; ++column) {
            const std::int64_t to =
                (row / rows_of_group * side + column) * rows_of_group + row % rows_of_group;
            groups[static_cast<std::size_t>(to)] =
                static_cast<T>(matrix[static_cast<std::size_t>(row * pitch + column)]);
        }
    }
    return groups;
}

/// Rows of the values of a line, of which the second half is mirrored: value k of the first half is in
/// row k, its mirror image `apart` rows behind it, and a middle one behind the other mirror images.
std::vector<fft::TileRow> rows_with_mirrored(std::int64_t count, std::int64_t apart)
{
    std::vector<fft::TileRow> rows(static_cast<std::size_t>(count));
    for (std::int64_t k = 0; k < count; ++k) {
        rows[static_cast<std::size_t>(k)].row =
            k < count / 2 ? k : apart + (2 * k + 1 == count ? k : count - 1 - k);
    }
    return rows;
}

/// Rows of modes, of which odd ones come first and even ones begin in row `apart`.
std::vector<fft::TileRow> rows_of_modes(std::int64_t count, std::int64_t apart)
{
    std::vector<fft::TileRow> rows(static_cast<std::size_t>(count));
    for (std::int64_t m = 0; m < count; ++m) {
        rows[static_cast<std::size_t>(m)].row = m < count / 2 ? m : apart + m - count / 2;
    }
    return rows;
}

/// Replaces each pair of values by what `combine` makes of it: `count` pairs, `apart` from each other.
template <typename T, typename Combine>
void combine_pairs(T* values, std::int64_t count, std::int64_t apart, const Combine& combine)
{
    for (std::int64_t n = 0; n < count; ++n) {
        const T first = values[n];
        const T second = values[n + apart];
        combine(first, second, values[n], values[n + apart]);
    }
}

}  // namespace

template <typename T>
HostProduct<T>::HostProduct(const std::vector<double>& matrix, dense::Fold fold, const Shape& shape,
                            int axis, int threads)
    : fold_{fold}
{
    const int inner = neighbour_axis(shape, axis);
    lines_ = {.along = extent_of(shape, axis),
              .inner = extent_of(shape, inner),
              .outer = extent_of(shape, 3 - axis - inner)};
    const std::int64_t count = lines_.along.count;
    const std::int64_t side = dense::side_of(count, fold);
    const auto add = [&](std::int64_t panel, std::int64_t panel_side, std::int64_t from) {
        panels_.push_back({.matrix = grouped<T>(std::span{matrix}.subspan(
                                                    static_cast<std::size_t>(panel * side * side)),
                                                side, panel_side),
                           .side = panel_side,
                           .from = from,
                           .to = tile_rows_});
        tile_rows_ += rounded_up(panel_side, rows_of_group);
    };
    if (fold == dense::Fold::none) {
        add(0, count, 0);
        from_ = to_ = rows_in_order(count);
    } else {
        add(0, count / 2, 0);
        add(1, side, count / 2);
        const std::int64_t even = panels_.back().to;
        from_ = fold == dense::Fold::to_modes ? rows_with_mirrored(count, count / 2)
                                              : rows_in_order(count);
        to_ = fold == dense::Fold::to_modes ? rows_of_modes(count, even)
                                            : rows_with_mirrored(count, even);
    }
    work_ = {threads, 2 * tiles_together * tile_values()};
}

template <typename T>
void HostProduct<T>::fold(T* tile) const
{
    const std::int64_t count = lines_.along.count;
    const std::int64_t half = count / 2 * width;
    combine_pairs(tile, half, half, [](T value, T mirrored, T& odd, T& even) {
        odd = value - mirrored;
        even = value + mirrored;
    });
    for (std::int64_t n = 2 * half; n < count * width; ++n) {
        tile[n] += tile[n];
    }
}

template <typename T>
void HostProduct<T>::unfold(T* tile) const
{
    combine_pairs(tile, lines_.along.count / 2 * width, panels_.back().to * width,
                  [](T odd, T even, T& value, T& mirrored) {
                      value = even + odd;
                      mirrored = even - odd;
                  });
}

template <typename T>
void HostProduct<T>::multiply(const T* in, T* out, [[maybe_unused]] int threads) const
{
    const ProductFunctions<T>& functions = usable_product_functions<T>().front();
    const std::int64_t count = lines_.along.count;
    const std::int64_t groups = lines_.tiles(tiles_together * width);
    auto tiles = work_.borrow();
#pragma omp parallel for collapse(2) schedule(dynamic) num_threads(threads)
    for (std::int64_t outer = 0; outer < lines_.outer.count; ++outer) {
        for (std::int64_t at = 0; at < groups; ++at) {
            T* const given = tiles.of(omp_get_thread_num());
            T* product = given + tiles_together * tile_values();
            const TilePlace place = place_of(lines_, tiles_together * width, outer, at);
            const std::int64_t together = (place.lines + width - 1) / width;
            gather(in, lines_, place, from_, given);
            for (std::int64_t n = 0; n < together && fold_ == dense::Fold::to_modes; ++n) {
                fold(given + n * count * width);
            }
            for (const Panel& panel : panels_) {
                functions.multiply({.values = panel.matrix.data(),
                                    .groups = (panel.side + rows_of_group - 1) / rows_of_group,
                                    .columns = panel.side},
                                   {.in = given + panel.from * width,
                                    .out = product + panel.to * width,
                                    .count = together,
                                    .in_rows = count,
                                    .out_rows = tile_rows_});
            }
            for (TilePlace one = place; one.lines > 0;
                 one = after(one, 1, width), product += tile_values()) {
                const TilePlace here{
                    .outer = one.outer, .first = one.first, .lines = std::min(one.lines, width)};
                if (fold_ == dense::Fold::to_values) {
                    unfold(product);
                }
                scatter(product, lines_, here, to_, out);
            }
        }
    }
}

template class HostProduct<float>;
template class HostProduct<double>;

}  // namespace tobiuo::poisson
