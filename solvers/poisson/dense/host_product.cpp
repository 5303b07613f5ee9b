// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/dense/host_product.hpp"

#include <omp.h>

#include <cstddef>

#include "runtime/rounding.hpp"

namespace tobiuo::poisson {
namespace {

/// Tiles that are copied and multiplied together: a group of rows of the matrix is then in the nearest
/// cache for all of them, and a tile alone would be a short access to memory.
constexpr std::int64_t tiles_together = 2;

template <typename T>
std::vector<T> grouped(const std::vector<double>& matrix, std::int64_t count)
{
    std::vector<T> groups(static_cast<std::size_t>(rounded_up(count, rows_of_group) * count), T{0});
    for (std::int64_t row = 0; row < count; ++row) {
        for (std::int64_t column = 0; column < count; ++column) {
            const std::int64_t to =
                (row / rows_of_group * count + column) * rows_of_group + row % rows_of_group;
            groups[static_cast<std::size_t>(to)] =
                static_cast<T>(matrix[static_cast<std::size_t>(row * count + column)]);
        }
    }
    return groups;
}

}  // namespace

template <typename T>
HostProduct<T>::HostProduct(const std::vector<double>& matrix, const Shape& shape, int axis,
                            int threads)
    : rows_{rows_in_order(extent_of(shape, axis).count)},
      matrix_{grouped<T>(matrix, extent_of(shape, axis).count)}
{
    const int inner = neighbour_axis(shape, axis);
    lines_ = {.along = extent_of(shape, axis),
              .inner = extent_of(shape, inner),
              .outer = extent_of(shape, 3 - axis - inner)};
    work_ = {threads, 2 * tiles_together * tile_values()};
}

template <typename T>
std::int64_t HostProduct<T>::tile_values() const
{
    return rounded_up(lines_.along.count, rows_of_group) * fft::HostLineTransform<T>::width;
}

template <typename T>
void HostProduct<T>::multiply(const T* in, T* out, [[maybe_unused]] int threads) const
{
    constexpr std::int64_t width = fft::HostLineTransform<T>::width;
    const ProductFunctions<T>& functions = usable_product_functions<T>().front();
    const std::int64_t count = lines_.along.count;
    const GroupedMatrix<T> matrix{.values = matrix_.data(),
                                  .groups = (count + rows_of_group - 1) / rows_of_group,
                                  .columns = count};
    const std::int64_t groups = lines_.tiles(tiles_together * width);
    auto tiles = work_.borrow();
#pragma omp parallel for collapse(2) schedule(dynamic) num_threads(threads)
    for (std::int64_t outer = 0; outer < lines_.outer.count; ++outer) {
        for (std::int64_t at = 0; at < groups; ++at) {
            T* const given = tiles.of(omp_get_thread_num());
            T* product = given + tiles_together * tile_values();
            const TilePlace place = place_of(lines_, tiles_together * width, outer, at);
            gather(in, lines_, place, rows_, given);
            functions.multiply(matrix, given, product, (place.lines + width - 1) / width);
            for (TilePlace one = place; one.lines > 0;
                 one = after(one, 1, width), product += tile_values()) {
                const TilePlace here{
                    .outer = one.outer, .first = one.first, .lines = std::min(one.lines, width)};
                scatter(product, lines_, here, rows_, out);
            }
        }
    }
}

template class HostProduct<float>;
template class HostProduct<double>;

}  // namespace tobiuo::poisson
