// SPDX-License-Identifier: BSD-3-Clause
// The kernel of dense products on the host: each block, thread by thread and lane by lane through the
// places that the kernel takes from product.hpp.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/dense/product.hpp"

namespace tobiuo::test {

/// Runs a block of the kernel: copies of tiles to shared memory, then the products of each warp or
/// thread.
template <typename T>
void run_product_block(const dense::Product<T>& product, bool along_rows, int together,
                       long long number)
{
    using namespace dense;
    using Layout = ProductLayout<T>;
    const Layout layout{along_rows, together};
    const ProductBlock<T> block{product, along_rows, number};
    std::vector<T> sums(static_cast<std::size_t>(tile_side * tile_side));
    std::vector<T> part(sums.size());
    const auto sum_at = [](int row, int column) {
        return static_cast<std::size_t>(row * tile_side + column);
    };
    for (int tile = 0; tile < block.depth_tiles(); ++tile) {
        std::vector<T> a(static_cast<std::size_t>(Layout::a_values), T{-1e30F});
        std::vector<T> b(static_cast<std::size_t>(layout.b_values()), T{-1e30F});
        const long long first = static_cast<long long>(tile) * tile_depth;
        for (int thread = 0; thread < block_threads; ++thread) {
            for (int turn = 0; turn < layout.turns(); ++turn) {
                const auto of_a = layout.deep_element(thread, turn);
                const T* const from_a = block.a(of_a.across, first + of_a.k);
                const auto of_b = layout.b_element(thread, turn);
                const T* const from_b = block.b(first + of_b.k, of_b.across);
                for (int n = 0; n < together; ++n) {
                    a.at(static_cast<std::size_t>(layout.a_at(of_a.across, of_a.k) + n)) =
                        from_a != nullptr ? from_a[n] : T{0};
                    b.at(static_cast<std::size_t>(layout.b_at(of_b.k, of_b.across) + n)) =
                        from_b != nullptr ? from_b[n] : T{0};
                }
            }
        }
        const auto a_at = [&](int row, int k) {
            return a.at(static_cast<std::size_t>(layout.a_at(row, k)));
        };
        const auto b_at = [&](int k, int column) {
            return b.at(static_cast<std::size_t>(layout.b_at(k, column)));
        };
        if constexpr (Layout::by_warps) {
            using F = WarpFragment;
            for (int warp = 0; warp < block_threads / 32; ++warp) {
                for (int i = 0; i < WarpTile::fragments_down; ++i) {
                    for (int j = 0; j < WarpTile::fragments_across; ++j) {
                        const int row = WarpTile::first_row(warp) + i * F::rows;
                        const int column = WarpTile::first_column(warp) + j * F::columns;
                        for (int k = 0; k < tile_depth; k += F::depth) {
                            T of_a[F::rows][F::depth] = {};
                            T of_b[F::depth][F::columns] = {};
                            for (int lane = 0; lane < 32; ++lane) {
                                for (int n = 0; n < F::a_count; ++n) {
                                    of_a[F::a_row(lane, n)][F::a_k(lane, n)] =
                                        a_at(row + F::a_row(lane, n), k + F::a_k(lane, n));
                                }
                                for (int n = 0; n < F::b_count; ++n) {
                                    of_b[F::b_k(lane, n)][F::b_column(lane)] =
                                        b_at(k + F::b_k(lane, n), column + F::b_column(lane));
                                }
                            }
                            for (int lane = 0; lane < 32; ++lane) {
                                for (int n = 0; n < F::c_count; ++n) {
                                    T& sum = sums.at(sum_at(row + F::c_row(lane, n),
                                                            column + F::c_column(lane, n)));
                                    for (int deep = 0; deep < F::depth; ++deep) {
                                        sum += of_a[F::c_row(lane, n)][deep] *
                                               of_b[deep][F::c_column(lane, n)];
                                    }
                                }
                            }
                        }
                    }
                }
            }
        } else {
            for (int thread = 0; thread < block_threads; ++thread) {
                for (int i = 0; i < ThreadTile::side; ++i) {
                    for (int j = 0; j < ThreadTile::side; ++j) {
                        const int row = ThreadTile::row(thread, i);
                        const int column = ThreadTile::column(thread, j);
                        T& here = part.at(sum_at(row, column));
                        if (tile % ThreadTile::tiles_together == 0) {
                            sums.at(sum_at(row, column)) += here;
                            here = T{0};
                        }
                        for (int k = 0; k < tile_depth; ++k) {
                            here += a_at(row, k) * b_at(k, column);
                        }
                    }
                }
            }
        }
    }
    for (int row = 0; row < tile_side; ++row) {
        for (int column = 0; column < tile_side; ++column) {
            if (T* const to = block.c(row, column)) {
                *to = sums.at(sum_at(row, column)) + part.at(sum_at(row, column));
            }
        }
    }
}

template <typename T>
void run_product_on_host(const dense::Product<T>& product, bool along_rows)
{
    const int together = dense::together_of<T>(product.count, product.columns);
    const long long blocks = dense::ProductBlock<T>::blocks_of(product, along_rows);
    for (long long block = 0; block < blocks; ++block) {
        run_product_block(product, along_rows, together, block);
    }
}

}  // namespace tobiuo::test
