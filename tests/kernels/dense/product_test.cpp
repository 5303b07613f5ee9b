// SPDX-License-Identifier: BSD-3-Clause
// Products with a dense matrix, block by block as the kernel computes them, are those of plain loops.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "kernels/dense/product_kernel.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "tests/kernels/dense/product_twin.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::dense {
namespace {

/// Lines in planes, or contiguous ones, more and fewer than a tile has, in whole tiles or not.
struct Case {
    long long count;
    long long columns;
    long long planes;

    [[nodiscard]] std::size_t values() const
    {
        return static_cast<std::size_t>(count * columns * planes);
    }
};
const std::vector<Case> cases{
    {16, 128, 1},  {20, 7, 3},    {128, 128, 2}, {131, 150, 2}, {16, 1, 128}, {20, 1, 5},
    {128, 1, 130}, {257, 1, 140}, {200, 300, 1}, {1, 3, 2},     {2, 1, 3},    {3, 1, 7},
    {4, 1, 9},     {7, 8, 2},     {24, 12, 3},   {272, 1, 40},  {272, 36, 1}, {130, 4, 5}};
constexpr std::array folds{Fold::none, Fold::to_modes, Fold::to_values};

template <typename T>
std::vector<T> values_of(std::size_t count, double factor)
{
    std::vector<T> values(count);
    for (std::size_t n = 0; n < count; ++n) {
        values[n] = static_cast<T>(std::sin(factor * static_cast<double>(n % 100003)));
    }
    return values;
}

/// A matrix with zeros where a folded one has no odd mode.
template <typename T>
std::vector<T> matrix_of(long long count, Fold fold)
{
    const auto side = static_cast<std::size_t>(side_of(count, fold));
    std::vector<T> matrix = values_of<T>((fold == Fold::none ? 1 : 2) * side * side, 1.7);
    for (std::size_t n = 0; n < side && fold != Fold::none && count % 2 == 1; ++n) {
        matrix[(side - 1) * side + n] = T{0};
        matrix[n * side + side - 1] = T{0};
    }
    return matrix;
}

template <typename T>
struct Example {
    Example(const Case& one, Fold how)
        : fold{how},
          matrix{matrix_of<T>(one.count, how)},
          in{values_of<T>(one.values(), 0.9)},
          out(in.size(), std::numeric_limits<T>::quiet_NaN()),
          product{.matrix = matrix.data(),
                  .in = in.data(),
                  .out = out.data(),
                  .count = one.count,
                  .columns = one.columns,
                  .planes = one.planes}
    {
    }

    /// Element of the whole matrix whose products are those of the folded one.
    [[nodiscard]] double element(long long row, long long column) const
    {
        const long long count = product.count;
        const long long side = side_of(count, fold);
        const auto at = [&](long long panel, long long i, long long j) {
            return static_cast<double>(
                matrix[static_cast<std::size_t>((panel * side + i) * side + j)]);
        };
        if (fold == Fold::none) {
            return at(0, row, column);
        }
        const bool to_modes = fold == Fold::to_modes;
        const long long mode = to_modes ? row : column;
        const long long value = to_modes ? column : row;
        const long long panel = mode < count / 2 ? 0 : 1;
        const long long m = mode - panel * (count / 2);
        const long long k = std::min(value, count - 1 - value);
        const double one = to_modes ? at(panel, m, k) : at(panel, k, m);
        const bool is_middle = 2 * value + 1 == count;
        return (panel == 0 && value > k ? -one : one) * (to_modes && is_middle ? 2.0 : 1.0);
    }

    /// The largest difference from plain sums in double, in eps times the root of the count.
    [[nodiscard]] double error(const std::vector<T>& found) const
    {
        double worst = 0.0;
        const auto [m, i, o, count, columns, planes] = product;
        for (long long row = 0; row < count; ++row) {
            std::vector<double> factors;
            for (long long k = 0; k < count; ++k) {
                factors.push_back(element(row, k));
            }
            for (long long line = 0; line < planes * columns; ++line) {
                const long long first = line / columns * count * columns + line % columns;
                double sum = 0.0;
                for (long long k = 0; k < count; ++k) {
                    sum += factors[static_cast<std::size_t>(k)] *
                           static_cast<double>(i[first + k * columns]);
                }
                const double one =
                    static_cast<double>(found[static_cast<std::size_t>(first + row * columns)]);
                const double difference = std::abs(one - sum);
                worst = difference <= worst ? worst : difference;
            }
        }
        return worst / (std::numeric_limits<T>::epsilon() * std::sqrt(static_cast<double>(count)));
    }

    Fold fold;
    std::vector<T> matrix;
    std::vector<T> in;
    std::vector<T> out;
    Product<T> product;
};

/// Calls check(example, case) for each case with each fold.
template <typename T, typename Check>
void for_each_example(const Check& check)
{
    for (const Case& one : cases) {
        for (const Fold fold : folds) {
            SCOPED_TRACE(testing::Message() << one.count << " " << one.columns << " " << one.planes
                                            << " fold " << static_cast<int>(fold));
            Example<T> example{one, fold};
            check(example, one);
        }
    }
}

template <typename T>
class DenseProduct : public ::testing::Test {
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(DenseProduct, Reals);

constexpr double most_eps = 6.0;

TYPED_TEST(DenseProduct, of_the_twin_is_that_of_plain_loops)
{
    for (const int depth :
         ProductLayout<TypeParam>::by_warps ? std::vector{16, 8} : std::vector{16}) {
        for_each_example<TypeParam>([&](Example<TypeParam>& example, const Case& /*one*/) {
            test::run_product_on_host(example.product, example.fold, depth);
            EXPECT_LT(example.error(example.out), most_eps) << depth;
        });
    }
}

TYPED_TEST(DenseProduct, tiles_fit_into_the_shared_memory_of_a_block)
{
    for (const long long bytes : {101376, 166912, 232448}) {  // sm_86 and sm_89, sm_80, sm_90
        for (const bool along_rows : {false, true}) {
            for (const Fold fold : folds) {
                const TileStages tiles = stages_within<TypeParam>(along_rows, fold, bytes);
                const ProductLayout<TypeParam> layout{
                    .along_rows = along_rows, .fold = fold, .depth = tiles.depth};
                EXPECT_LE(layout.shared_bytes(tiles.stages), bytes);
                EXPECT_TRUE(layout.by_warps || tiles.depth == 16);
                EXPECT_TRUE(bytes < 200000 || (tiles.stages == most_stages && tiles.depth == 16));
            }
        }
    }
}

TEST(DenseProductKernel, has_each_element_of_a_fragment_once)
{
    using F = WarpFragment;
    std::set<std::pair<int, int>> a;
    std::set<std::pair<int, int>> b;
    std::set<std::pair<int, int>> c;
    for (int lane = 0; lane < 32; ++lane) {
        for (int n = 0; n < 4; ++n) {
            a.emplace(F::a_row(lane, n % 2), F::a_k(lane));
            c.emplace(F::c_row(lane, n), F::c_column(lane, n));
        }
        b.emplace(F::b_k(lane), F::b_column(lane));
    }
    EXPECT_EQ(a.size(), 64U);
    EXPECT_EQ(b.size(), 32U);
    EXPECT_EQ(c.size(), 128U);
    EXPECT_EQ(*a.rbegin(), std::pair(15, 3));
    EXPECT_EQ(*b.rbegin(), std::pair(3, 7));
    EXPECT_EQ(*c.rbegin(), std::pair(15, 7));
}

TEST(DenseProductKernel, compiles_without_a_remark)
{
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const bool along_rows : {false, true}) {
            for (const Fold fold : folds) {
                const bool is_double = precision == Precision::fp64;
                const int most = is_double ? 2 : 4;
                for (const auto& [architecture, tiles] :
                     {std::pair{"sm_80", TileStages{.stages = 2, .depth = 16}},
                      std::pair{"sm_89", TileStages{.stages = 2, .depth = is_double ? 8 : 16}},
                      std::pair{"sm_90", TileStages{}}}) {
                    const bool is_new = tiles.stages == most_stages;
                    const auto what =
                        specialise({.along_rows = along_rows,
                                    .fold = fold,
                                    .wide = is_new,
                                    .tiles = tiles,
                                    .together = tiles.depth == 16 && !is_new ? 1 : most},
                                   precision);
                    EXPECT_FALSE(device::compile(what, architecture).image.empty());
                }
            }
        }
    }
}

template <typename T>
class DenseProductOnDevice : public test::OnDevice {
};
TYPED_TEST_SUITE(DenseProductOnDevice, Reals);

TYPED_TEST(DenseProductOnDevice, is_that_of_plain_loops)
{
    const device::Stream stream = device::make_stream();
    for_each_example<TypeParam>([&](Example<TypeParam>& example, const Case& one) {
        const auto matrix = device::uploaded(example.matrix, stream.get());
        const auto in = device::uploaded(example.in, stream.get());
        const auto out = device::uploaded(example.out, stream.get());
        Product<TypeParam> product = example.product;
        product.matrix = matrix.data();
        product.in = in.data();
        product.out = out.data();
        const ProductKernel<TypeParam> kernel{one.count, one.columns, example.fold};
        kernel.enqueue(product, stream.get());
        device::copy_to_host<TypeParam>(example.out, out.data(), stream.get());
        device::synchronize(stream.get());
        EXPECT_LT(example.error(example.out), most_eps);
    });
}

}  // namespace
}  // namespace tobiuo::dense
