// SPDX-License-Identifier: BSD-3-Clause
// The kernel of dense products on the host: each block, thread by thread and lane by lane through the
// places that the kernel takes from product.hpp.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/dense/product.hpp"

namespace tobiuo::test {

/// A block of the kernel: copies of tiles to shared memory, then the products of each warp or thread.
template <typename T>
class ProductBlockTwin {
public:
    ProductBlockTwin(const dense::Product<T>& product, const dense::ProductLayout<T>& layout,
                     long long number)
        : layout_{layout}, block_{product, layout, number}
    {
    }

    void run()
    {
        for (int tile = 0; tile < block_.depth_tiles(); ++tile) {
            copy(tile);
            if constexpr (dense::ProductLayout<T>::by_warps) {
                add_by_warps();
            } else {
                add_by_threads(tile);
            }
        }
        store();
    }

private:
    static std::size_t sum_at(int row, int column)
    {
        return static_cast<std::size_t>(row * dense::tile_side + column);
    }

    void copy_panel(const dense::PanelCopies<T>& copies, int first, int tile)
    {
        const auto left = static_cast<int>(block_.side) - tile * layout_.depth;
        for (int turn = 0; turn < copies.shape.turns(); ++turn) {
            const int row = turn * copies.shape.rows();
            const bool there = row < copies.turns_left(left);
            for (int n = 0; n < layout_.together; ++n) {
                stage_.at(
                    static_cast<std::size_t>(first + copies.to + row * copies.shape.step + n)) =
                    there ? copies.from[turn * copies.to_turn + tile * copies.to_tile + n] : T{0};
            }
        }
    }
    void copy(int tile)
    {
        stage_.assign(static_cast<std::size_t>(layout_.stage_values()), T{-1e30F});
        for (int thread = 0; thread < dense::block_threads; ++thread) {
            for (int panel = 0; panel < layout_.panels(); ++panel) {
                copy_panel(block_.a(panel, thread), layout_.a_first(panel), tile);
                copy_panel(block_.b(panel, thread), layout_.b_first(panel), tile);
            }
        }
    }

    [[nodiscard]] T a(int row, int k) const
    {
        return stage_.at(static_cast<std::size_t>(layout_.a_at(row, k)));
    }
    /// What a row of the tile is multiplied by.
    [[nodiscard]] T b(int row, int k, int column) const
    {
        const auto at = [&](int panel) {
            return stage_.at(static_cast<std::size_t>(layout_.b_at(panel, k, column)));
        };
        const int panel = row / layout_.rows_of_panel();
        return layout_.fold != dense::Fold::to_modes ? at(panel)
               : panel == 0                          ? at(0) - at(1)
                                                     : at(0) + at(1);
    }

    void add_by_warps()
    {
        using F = dense::WarpFragment;
        using Tile = dense::WarpTile;
        for (int warp = 0; warp < dense::block_threads / 32; ++warp) {
            for (int i = 0; i < Tile::fragments_down; ++i) {
                for (int j = 0; j < Tile::fragments_across; ++j) {
                    for (int k = 0; k < layout_.depth; k += F::depth) {
                        add_fragment(Tile::row(warp, i), Tile::column(warp, j), k);
                    }
                }
            }
        }
    }
    void add_fragment(int row, int column, int k)
    {
        using F = dense::WarpFragment;
        T of_a[F::rows][F::depth] = {};
        T of_b[F::depth][F::columns] = {};
        for (int lane = 0; lane < 32; ++lane) {
            for (int n = 0; n < F::a_count; ++n) {
                of_a[F::a_row(lane, n)][F::a_k(lane)] =
                    a(row + F::a_row(lane, n), k + F::a_k(lane));
            }
            of_b[F::b_k(lane)][F::b_column(lane)] =
                b(row, k + F::b_k(lane), column + F::b_column(lane));
        }
        for (int lane = 0; lane < 32; ++lane) {
            for (int n = 0; n < F::c_count; ++n) {
                T& sum = sums_.at(sum_at(row + F::c_row(lane, n), column + F::c_column(lane, n)));
                for (int deep = 0; deep < F::depth; ++deep) {
                    sum += of_a[F::c_row(lane, n)][deep] * of_b[deep][F::c_column(lane, n)];
                }
            }
        }
    }

    void add_by_threads(int tile)
    {
        using Tile = dense::ThreadTile;
        for (int thread = 0; thread < dense::block_threads; ++thread) {
            for (int i = 0; i < Tile::side; ++i) {
                for (int j = 0; j < Tile::side; ++j) {
                    const int row = Tile::row(thread, i);
                    const int column = Tile::column(thread, j, layout_.along_rows);
                    T& here = part_.at(sum_at(row, column));
                    if (tile % Tile::tiles_together == 0) {
                        sums_.at(sum_at(row, column)) += here;
                        here = T{0};
                    }
                    for (int k = 0; k < layout_.depth; ++k) {
                        here += a(row, k) * b(row, k, column);
                    }
                }
            }
        }
    }

    void store() const
    {
        const int half = dense::tile_side / 2;
        for (int row = 0; row < dense::tile_side; ++row) {
            for (int column = 0; column < dense::tile_side; ++column) {
                const auto sum = [&](int at) {
                    return sums_.at(sum_at(at, column)) + part_.at(sum_at(at, column));
                };
                const T value = layout_.fold != dense::Fold::to_values ? sum(row)
                                : row < half                           ? sum(row + half) + sum(row)
                                                                       : sum(row) - sum(row - half);
                if (T* const to = block_.c(row, column)) {
                    *to = value;
                }
            }
        }
    }

    dense::ProductLayout<T> layout_;
    dense::ProductBlock<T> block_;
    std::vector<T> stage_;
    std::vector<T> sums_ = std::vector<T>(std::size_t{dense::tile_side} * dense::tile_side);
    std::vector<T> part_ = std::vector<T>(std::size_t{dense::tile_side} * dense::tile_side);
};

template <typename T>
void run_product_on_host(const dense::Product<T>& product, dense::Fold fold, int depth = 16)
{
    const dense::ProductLayout<T> layout{
        .along_rows = product.columns == 1,
        .fold = fold,
        .together = dense::together_of<T>(product.count, product.columns, fold),
        .depth = depth};
    const long long blocks = dense::ProductBlock<T>::blocks_of(product, layout);
    for (long long block = 0; block < blocks; ++block) {
        ProductBlockTwin<T>{product, layout, block}.run();
    }
}

}  // namespace tobiuo::test
