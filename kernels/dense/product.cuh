// SPDX-License-Identifier: BSD-3-Clause
// Products of lines with a dense matrix as a kernel: a block computes a tile of 128 x 128 products, in
// double precision by the multiply-accumulate of its warps, in single precision by its threads.
//
// struct Config gives Real, `along_rows`, `fold`, `together` and `depth` (ProductLayout), `stages` and `wide`,
// whether a warp multiplies 16 rows at a time (sm_90) or 8. Launch: ProductBlock::blocks_of() blocks of
// 256 threads, with ProductLayout::shared_bytes(). Traffic: the array is written once and read as often
// as tiles lie down the matrix, mostly from L2, where blocks of the same lines follow each other. Work: 2
// count flop a value, half of it if folded. Accuracy: doubles are summed in order, floats by 64. Twin:
// tests/kernels/dense/product_twin.hpp.
#pragma once

#include "kernels/dense/product.hpp"
#include "runtime/device/block/dependent_launch.cuh"

namespace tobiuo::dense {

using Real = Config::Real;

inline constexpr ProductLayout<Real> layout{Config::along_rows, static_cast<Fold>(Config::fold),
                                            Config::together, Config::depth};

/// Begins to copy neighbouring values to an address in shared memory, or zeros if they are not there.
__device__ __forceinline__ void copy_values(unsigned to, const Real* from, bool are_there)
{
    constexpr int size = static_cast<int>(sizeof(Real)) * layout.together;
    const int bytes = are_there ? size : 0;
    if constexpr (size == 16) {
        asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" ::"r"(to), "l"(from),
                     "r"(bytes)
                     : "memory");
    } else {
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(from),
                     "n"(size), "r"(bytes)
                     : "memory");
    }
}

__device__ __forceinline__ void end_copies_of_tile()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

/// Waits until the copies of all tiles have arrived but for the last ones that began.
template <int last>
__device__ __forceinline__ void wait_for_copies()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(last) : "memory");
    __syncthreads();
}

/// What a thread copies to shared memory, tile after tile.
class TileCopies {
public:
    static constexpr int a_turns = layout.a_panel().turns();
    static constexpr int b_turns = layout.b_panel().turns();
    static constexpr int turns = layout.panels() * (a_turns + b_turns);

    __device__ __forceinline__ TileCopies(const ProductBlock<Real>& block, Real* shared)
        : to_{static_cast<unsigned>(__cvta_generic_to_shared(shared))},
          depth_left_{static_cast<int>(block.side)}
    {
        const int thread = static_cast<int>(threadIdx.x);
#pragma unroll
        for (int panel = 0; panel < layout.panels(); ++panel) {
            a_[panel] = block.a(panel, thread);
            b_[panel] = block.b(panel, thread);
        }
    }

    /// A turn of the next tile.
    __device__ __forceinline__ void begin(int turn) const
    {
        if (turn < layout.panels() * a_turns) {
            const int panel = turn / a_turns;
            begin(a_[panel], layout.a_first(panel), turn % a_turns);
        } else {
            const int of_b = turn - layout.panels() * a_turns;
            const int panel = of_b / b_turns;
            begin(b_[panel], layout.b_first(panel), of_b % b_turns);
        }
    }
    /// Part `n` of the turns of the next tile, in `parts`; ends them with the last part.
    template <int parts>
    __device__ __forceinline__ void begin_part(int n)
    {
#pragma unroll
        for (int turn = 0; turn < turns; ++turn) {
            if (turn * parts / turns == n) {
                begin(turn);
            }
        }
        if (n == parts - 1) {
            end();
        }
    }

private:
    __device__ __forceinline__ void begin(const PanelCopies<Real>& copies, int first,
                                          int turn) const
    {
        constexpr int size = static_cast<int>(sizeof(Real));
        const int at = first + copies.to + turn * copies.shape.rows() * copies.shape.step;
        copy_values(to_ + static_cast<unsigned>((stage_ * layout.stage_values() + at) * size),
                    copies.from + turn * copies.to_turn,
                    turn * copies.shape.rows() < copies.turns_left(depth_left_));
    }
    __device__ __forceinline__ void end()
    {
        end_copies_of_tile();
        stage_ = stage_ + 1 == Config::stages ? 0 : stage_ + 1;
        depth_left_ -= layout.depth;
#pragma unroll
        for (int panel = 0; panel < layout.panels(); ++panel) {
            a_[panel].from += a_[panel].to_tile;
            b_[panel].from += b_[panel].to_tile;
        }
    }

    PanelCopies<Real> a_[layout.panels()];
    PanelCopies<Real> b_[layout.panels()];
    unsigned to_;
    int depth_left_;
    int stage_ = 0;
};

/// Replaces values and mirror images by what odd and even rows are multiplied by.
template <typename T>
__device__ __forceinline__ void fold_values(T& value, T& mirrored)
{
    const T odd = value - mirrored;
    mirrored = value + mirrored;
    value = odd;
}
/// Replaces products with odd and even modes by values and their mirror images.
template <typename T>
__device__ __forceinline__ void unfold_values(T& odd, T& even)
{
    const T value = even + odd;
    even = even - odd;
    odd = value;
}

/// c += a b for the elements of all lanes of the warp, see WarpFragment.
__device__ __forceinline__ void multiply(double (&c)[4], const double (&a)[2], double b)
{
    if constexpr (Config::wide) {
        asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
            "{%0, %1, %2, %3};"
            : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
            : "d"(a[0]), "d"(a[1]), "d"(b));
    } else {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                : "+d"(c[2 * half]), "+d"(c[2 * half + 1])
                : "d"(a[half]), "d"(b));
        }
    }
}

/// The products of a warp, in double precision. Fragments of a step are read while those of the step
/// before are multiplied, also across the barrier between two tiles.
template <typename T>
class WarpProducts {
public:
    __device__ __forceinline__ void add_tiles(const T* shared, int tiles, TileCopies& copies)
    {
        constexpr int steps = layout.depth / WarpFragment::depth;
        static_assert(steps % 2 == 0);
        int stage = 0;
        const T* from = shared;
        wait_for_copies<Config::stages - 2>();
        read(from, 0);
        for (int tile = 0; tile < tiles; ++tile) {
#pragma unroll
            for (int step = 0; step < steps; ++step) {
                if (step < steps - 1) {
                    read(from, step + 1);
                    copies.begin_part<steps - 1>(step);
                } else {
                    wait_for_copies<Config::stages - 2>();
                    stage = stage + 1 == Config::stages ? 0 : stage + 1;
                    from = shared + stage * layout.stage_values();
                    read(from, 0);
                }
                multiply_step(step);
            }
        }
    }

    __device__ __forceinline__ void unfold()
    {
#pragma unroll
        for (int i = 0; i < WarpTile::fragments_down / 2; ++i) {
#pragma unroll
            for (int j = 0; j < WarpTile::fragments_across; ++j) {
#pragma unroll
                for (int n = 0; n < WarpFragment::c_count; ++n) {
                    unfold_values(sum_[i][j][n], sum_[i + WarpTile::fragments_down / 2][j][n]);
                }
            }
        }
    }

    /// Calls store(row, column, neighbouring columns).
    template <typename Store>
    __device__ __forceinline__ void for_each(const Store& store) const
    {
#pragma unroll
        for (int i = 0; i < WarpTile::fragments_down; ++i) {
#pragma unroll
            for (int j = 0; j < WarpTile::fragments_across; ++j) {
#pragma unroll
                for (int n = 0; n < WarpFragment::c_count; n += 2) {
                    const T values[2]{sum_[i][j][n], sum_[i][j][n + 1]};
                    store(WarpTile::row(warp_, i) + WarpFragment::c_row(lane_, n),
                          WarpTile::column(warp_, j) + WarpFragment::c_column(lane_, n), values);
                }
            }
        }
    }

private:
    __device__ __forceinline__ void read(const T* from, int step)
    {
        const int k = step * WarpFragment::depth;
        const int to = step % 2;
#pragma unroll
        for (int i = 0; i < WarpTile::fragments_down; ++i) {
#pragma unroll
            for (int n = 0; n < WarpFragment::a_count; ++n) {
                a_[to][i][n] =
                    from[layout.a_at(WarpTile::row(warp_, i) + WarpFragment::a_row(lane_, n),
                                     k + WarpFragment::a_k(lane_))];
            }
        }
#pragma unroll
        for (int j = 0; j < WarpTile::fragments_across; ++j) {
#pragma unroll
            for (int panel = 0; panel < layout.panels(); ++panel) {
                b_[to][panel][j] =
                    from[layout.b_at(panel, k + WarpFragment::b_k(lane_),
                                     WarpTile::column(warp_, j) + WarpFragment::b_column(lane_))];
            }
        }
    }
    __device__ __forceinline__ void multiply_step(int step)
    {
        const int from = step % 2;
        if constexpr (layout.fold == Fold::to_modes) {
#pragma unroll
            for (int j = 0; j < WarpTile::fragments_across; ++j) {
                fold_values(b_[from][0][j], b_[from][layout.panels() - 1][j]);
            }
        }
#pragma unroll
        for (int i = 0; i < WarpTile::fragments_down; ++i) {
            const int panel = i * layout.panels() / WarpTile::fragments_down;
#pragma unroll
            for (int n = 0; n < WarpTile::fragments_across; ++n) {
                // There and back, so that an operand stays from one row of fragments to the next.
                const int j = i % 2 == 0 ? n : WarpTile::fragments_across - 1 - n;
                multiply(sum_[i][j], a_[from][i], b_[from][panel][j]);
            }
        }
    }

    int lane_ = static_cast<int>(threadIdx.x) % 32;
    int warp_ = static_cast<int>(threadIdx.x) / 32;
    T a_[2][WarpTile::fragments_down][WarpFragment::a_count];
    T b_[2][layout.panels()][WarpTile::fragments_across];
    T sum_[WarpTile::fragments_down][WarpTile::fragments_across][WarpFragment::c_count] = {};
};

/// Four values that are contiguous in shared memory.
struct alignas(16) FourValues {
    Real values[4];
};

/// The products of a thread, in single precision.
template <typename T>
class ThreadProducts {
public:
    __device__ __forceinline__ void add_tiles(const T* shared, int tiles, TileCopies& copies)
    {
        constexpr int steps = layout.depth / ThreadTile::depth;
        int stage = 0;
        for (int tile = 0; tile < tiles; ++tile) {
            if (tile % ThreadTile::tiles_together == 0) {
                add_part();
            }
            wait_for_copies<Config::stages - 2>();
#pragma unroll
            for (int step = 0; step < steps; ++step) {
                copies.begin_part<steps>(step);
                add_step(shared + stage * layout.stage_values(), step * ThreadTile::depth);
            }
            stage = stage + 1 == Config::stages ? 0 : stage + 1;
        }
        add_part();
    }

    __device__ __forceinline__ void unfold()
    {
#pragma unroll
        for (int i = 0; i < ThreadTile::side / 2; ++i) {
#pragma unroll
            for (int j = 0; j < ThreadTile::side; ++j) {
                unfold_values(sum_[i][j], sum_[i + ThreadTile::side / 2][j]);
            }
        }
    }

    /// Calls store(row, column, neighbouring columns).
    template <typename Store>
    __device__ __forceinline__ void for_each(const Store& store) const
    {
        constexpr int together = Config::along_rows ? 1 : 4;
#pragma unroll
        for (int i = 0; i < ThreadTile::side; ++i) {
#pragma unroll
            for (int j = 0; j < ThreadTile::side; j += together) {
                T values[together];
#pragma unroll
                for (int n = 0; n < together; ++n) {
                    values[n] = sum_[i][j + n];
                }
                store(row(i), column(j), values);
            }
        }
    }

private:
    /// The products of four depths. Four values of b are four depths of a column, or columns of a depth.
    __device__ __forceinline__ void add_step(const T* from, int k)
    {
        T a[ThreadTile::side][ThreadTile::depth];
#pragma unroll
        for (int i = 0; i < ThreadTile::side; ++i) {
            read(from + layout.a_at(row(i), k), false, a[i]);
        }
#pragma unroll
        for (int group = 0; group < ThreadTile::side; ++group) {
            T b[layout.panels()][4];
#pragma unroll
            for (int panel = 0; panel < layout.panels(); ++panel) {
                const bool reversed = layout.reversed(panel);
                const int at = Config::along_rows
                                   ? layout.b_at(panel, k + (reversed ? 3 : 0), column(group))
                                   : layout.b_at(panel, k + group / 2, column(group % 2 * 4));
                read(from + at, reversed, b[panel]);
            }
#pragma unroll
            for (int n = 0; n < 4; ++n) {
                if constexpr (layout.fold == Fold::to_modes) {
                    fold_values(b[0][n], b[layout.panels() - 1][n]);
                }
                const int depth = Config::along_rows ? n : group / 2;
                const int j = Config::along_rows ? group : group % 2 * 4 + n;
#pragma unroll
                for (int i = 0; i < ThreadTile::side; ++i) {
                    part_[i][j] += a[i][depth] * b[i * layout.panels() / ThreadTile::side][n];
                }
            }
        }
    }
    __device__ __forceinline__ static void read(const T* from, bool reversed, T (&to)[4])
    {
        const FourValues four = *reinterpret_cast<const FourValues*>(from);
#pragma unroll
        for (int n = 0; n < 4; ++n) {
            to[n] = four.values[reversed ? 3 - n : n];
        }
    }
    __device__ __forceinline__ void add_part()
    {
#pragma unroll
        for (int i = 0; i < ThreadTile::side; ++i) {
#pragma unroll
            for (int j = 0; j < ThreadTile::side; ++j) {
                sum_[i][j] += part_[i][j];
                part_[i][j] = T{0};
            }
        }
    }
    __device__ __forceinline__ int row(int n) const
    {
        return ThreadTile::row(thread_, n);
    }
    __device__ __forceinline__ int column(int n) const
    {
        return ThreadTile::column(thread_, n, Config::along_rows);
    }

    int thread_ = static_cast<int>(threadIdx.x);
    T sum_[ThreadTile::side][ThreadTile::side] = {};
    T part_[ThreadTile::side][ThreadTile::side] = {};
};

template <typename T>
struct ProductsOf {
    using Type = ThreadProducts<T>;
};
template <>
struct ProductsOf<double> {
    using Type = WarpProducts<double>;
};

/// Neighbouring values of an array, which are stored at once.
template <int count>
struct alignas(sizeof(Real) * count) Neighbours {
    Real values[count];
};

/// Stores neighbouring columns of a row, as far as they are there.
template <int count>
__device__ __forceinline__ void store_values(const ProductBlock<Real>& block, int row, int column,
                                             const Real (&values)[count])
{
    if constexpr (!Config::along_rows && layout.together == count) {
        if (Real* const to = block.c(row, column)) {
            Neighbours<count> all;
#pragma unroll
            for (int n = 0; n < count; ++n) {
                all.values[n] = values[n];
            }
            *reinterpret_cast<Neighbours<count>*>(to) = all;
        }
    } else {
#pragma unroll
        for (int n = 0; n < count; ++n) {
            if (Real* const to = block.c(row, column + n)) {
                *to = values[n];
            }
        }
    }
}

}  // namespace tobiuo::dense

extern "C" __global__ void __launch_bounds__(tobiuo::dense::block_threads, 1)
    dense_product(tobiuo::dense::Product<Config::Real> product)
{
    using namespace tobiuo::dense;
    extern __shared__ float4 shared[];
    Real* const all = reinterpret_cast<Real*>(shared);
    const ProductBlock<Real> block{product, layout, static_cast<long long>(blockIdx.x)};
    tobiuo::device::begin_after_previous();
    TileCopies copies{block, all};
#pragma unroll
    for (int tile = 0; tile + 1 < Config::stages; ++tile) {
        copies.begin_part<1>(0);
    }
    ProductsOf<Real>::Type products;
    products.add_tiles(all, block.depth_tiles(), copies);
    if constexpr (layout.fold == Fold::to_values) {
        products.unfold();
    }
    products.for_each(
        [&](int row, int column, const auto& values) { store_values(block, row, column, values); });
}
