// SPDX-License-Identifier: BSD-3-Clause
// Products of lines with a dense matrix as a kernel: a block computes a tile of 128 x 128 products, in
// double precision by the multiply-accumulate of its warps, in single precision by its threads.
//
// struct Config gives Real, `along_rows`, `stages`, `together` (ProductLayout) and `deep`, whether a warp
// multiplies 8 columns at a time (sm_90) or 4. Launch: ProductBlock::blocks_of() blocks of 256 threads, with
// ProductLayout::shared_bytes(). Traffic: the array is written once and read as often as tiles lie
// across the matrix, mostly from L2, where blocks of the same lines follow each other. Work: 2 count
// flop a value. Accuracy: doubles are summed in order, floats by 64. Twin:
// tests/kernels/dense/product_twin.hpp.
#pragma once

#include "kernels/dense/product.hpp"
#include "runtime/device/block/dependent_launch.cuh"

namespace tobiuo::dense {

using Real = Config::Real;

inline constexpr ProductLayout<Real> layout{Config::along_rows, Config::together};

/// Copies neighbouring elements to shared memory, or zeros if there are none.
__device__ __forceinline__ void copy_elements(Real* to, const Real* from, const Real* any)
{
    const auto address = static_cast<unsigned>(__cvta_generic_to_shared(to));
    constexpr int size = static_cast<int>(sizeof(Real)) * layout.together;
    const int bytes = from != nullptr ? size : 0;
    const Real* const source = from != nullptr ? from : any;
    if constexpr (size == 16) {
        asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" ::"r"(address),
                     "l"(source), "r"(bytes)
                     : "memory");
    } else {
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(address), "l"(source),
                     "n"(size), "r"(bytes)
                     : "memory");
    }
}

/// Begins to copy what the sums over a part of the depth need.
__device__ __forceinline__ void begin_tile(const ProductBlock<Real>& block, int tile, Real* a,
                                           Real* b, const Real* any)
{
    const int thread = static_cast<int>(threadIdx.x);
    const long long first = static_cast<long long>(tile) * tile_depth;
#pragma unroll
    for (int turn = 0; turn < layout.turns(); ++turn) {
        const auto of_a = layout.deep_element(thread, turn);
        copy_elements(a + layout.a_at(of_a.across, of_a.k), block.a(of_a.across, first + of_a.k),
                      any);
        const auto of_b = layout.b_element(thread, turn);
        copy_elements(b + layout.b_at(of_b.k, of_b.across), block.b(first + of_b.k, of_b.across),
                      any);
    }
}

/// c += a b for the elements of all lanes of the warp, see WarpFragment.
__device__ __forceinline__ void multiply(double (&c)[4], const double (&a)[4], const double (&b)[2])
{
    if constexpr (Config::deep) {
        asm volatile(
            "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
            "{%8, %9}, {%0, %1, %2, %3};"
            : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
            : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    } else {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
#pragma unroll
            for (int k = 0; k < 2; ++k) {
                asm volatile(
                    "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, "
                    "%1};"
                    : "+d"(c[2 * half]), "+d"(c[2 * half + 1])
                    : "d"(a[2 * k + half]), "d"(b[k]));
            }
        }
    }
}

/// The products of a warp, in double precision.
template <typename T>
class WarpProducts {
public:
    __device__ __forceinline__ void add_tile(const T* a, const T* b, int /*tile*/)
    {
#pragma unroll
        for (int k = 0; k < tile_depth; k += WarpFragment::depth) {
            T of_a[WarpTile::fragments_down][WarpFragment::a_count];
            T of_b[WarpTile::fragments_across][WarpFragment::b_count];
#pragma unroll
            for (int i = 0; i < WarpTile::fragments_down; ++i) {
#pragma unroll
                for (int n = 0; n < WarpFragment::a_count; ++n) {
                    of_a[i][n] = a[layout.a_at(row(i) + WarpFragment::a_row(lane_, n),
                                               k + WarpFragment::a_k(lane_, n))];
                }
            }
#pragma unroll
            for (int j = 0; j < WarpTile::fragments_across; ++j) {
#pragma unroll
                for (int n = 0; n < WarpFragment::b_count; ++n) {
                    of_b[j][n] = b[layout.b_at(k + WarpFragment::b_k(lane_, n),
                                               column(j) + WarpFragment::b_column(lane_))];
                }
            }
#pragma unroll
            for (int i = 0; i < WarpTile::fragments_down; ++i) {
#pragma unroll
                for (int j = 0; j < WarpTile::fragments_across; ++j) {
                    multiply(sum_[i][j], of_a[i], of_b[j]);
                }
            }
        }
    }

    template <typename Store>
    __device__ __forceinline__ void for_each(const Store& store) const
    {
#pragma unroll
        for (int i = 0; i < WarpTile::fragments_down; ++i) {
#pragma unroll
            for (int j = 0; j < WarpTile::fragments_across; ++j) {
#pragma unroll
                for (int n = 0; n < WarpFragment::c_count; ++n) {
                    store(row(i) + WarpFragment::c_row(lane_, n),
                          column(j) + WarpFragment::c_column(lane_, n), sum_[i][j][n]);
                }
            }
        }
    }

private:
    __device__ __forceinline__ int row(int i) const
    {
        return WarpTile::first_row(warp_) + i * WarpFragment::rows;
    }
    __device__ __forceinline__ int column(int j) const
    {
        return WarpTile::first_column(warp_) + j * WarpFragment::columns;
    }

    int lane_ = static_cast<int>(threadIdx.x) % 32;
    int warp_ = static_cast<int>(threadIdx.x) / 32;
    T sum_[WarpTile::fragments_down][WarpTile::fragments_across][WarpFragment::c_count] = {};
};

/// The products of a thread, in single precision.
template <typename T>
class ThreadProducts {
public:
    __device__ __forceinline__ void add_tile(const T* a, const T* b, int tile)
    {
        if (tile % ThreadTile::tiles_together == 0) {
            add_part();
        }
#pragma unroll
        for (int k = 0; k < tile_depth; ++k) {
            T of_a[ThreadTile::side];
            T of_b[ThreadTile::side];
#pragma unroll
            for (int n = 0; n < ThreadTile::side; ++n) {
                of_a[n] = a[layout.a_at(ThreadTile::row(thread_, n), k)];
                of_b[n] = b[layout.b_at(k, ThreadTile::column(thread_, n))];
            }
#pragma unroll
            for (int i = 0; i < ThreadTile::side; ++i) {
#pragma unroll
                for (int j = 0; j < ThreadTile::side; ++j) {
                    part_[i][j] += of_a[i] * of_b[j];
                }
            }
        }
    }

    template <typename Store>
    __device__ __forceinline__ void for_each(const Store& store) const
    {
#pragma unroll
        for (int i = 0; i < ThreadTile::side; ++i) {
#pragma unroll
            for (int j = 0; j < ThreadTile::side; ++j) {
                store(ThreadTile::row(thread_, i), ThreadTile::column(thread_, j),
                      sum_[i][j] + part_[i][j]);
            }
        }
    }

private:
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

}  // namespace tobiuo::dense

extern "C" __global__ void __launch_bounds__(tobiuo::dense::block_threads, 1)
    dense_product(tobiuo::dense::Product<Config::Real> product)
{
    using namespace tobiuo::dense;
    extern __shared__ double shared[];
    Real* const all = reinterpret_cast<Real*>(shared);
    const auto a_of = [&](int stage) {
        return all + stage * (layout.a_values + layout.b_values());
    };
    const ProductBlock<Real> block{product, Config::along_rows, static_cast<long long>(blockIdx.x)};
    tobiuo::device::begin_after_previous();
    const int tiles = block.depth_tiles();
    const auto begin = [&](int tile) {
        if (tile < tiles) {
            Real* const a = a_of(tile % Config::stages);
            begin_tile(block, tile, a, a + layout.a_values, product.matrix);
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
#pragma unroll
    for (int tile = 0; tile + 1 < Config::stages; ++tile) {
        begin(tile);
    }
    ProductsOf<Real>::Type products;
    for (int tile = 0; tile < tiles; ++tile) {
        asm volatile("cp.async.wait_group %0;" ::"n"(Config::stages - 2) : "memory");
        __syncthreads();
        begin(tile + Config::stages - 1);
        const Real* const a = a_of(tile % Config::stages);
        products.add_tile(a, a + layout.a_values, tile);
    }
    products.for_each([&](int row, int column, Real value) {
        if (Real* const to = block.c(row, column)) {
            *to = value;
        }
    });
}
