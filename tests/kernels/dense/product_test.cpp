// SPDX-License-Identifier: BSD-3-Clause
// Products with a dense matrix, block by block as the kernel computes them, are those of plain loops.
#include <gtest/gtest.h>

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

    [[nodiscard]] bool along_rows() const { return columns == 1; }
    [[nodiscard]] std::size_t values() const
    {
        return static_cast<std::size_t>(count * columns * planes);
    }
};
const std::vector<Case> cases{{16, 128, 1},  {20, 7, 3}, {128, 128, 2}, {131, 150, 2},
                              {16, 1, 128},  {20, 1, 5}, {128, 1, 130}, {257, 1, 140},
                              {200, 300, 1}, {1, 3, 2},  {2, 1, 3}};

template <typename T>
std::vector<T> values_of(std::size_t count, double factor)
{
    std::vector<T> values(count);
    for (std::size_t n = 0; n < count; ++n) {
        values[n] = static_cast<T>(std::sin(factor * static_cast<double>(n % 100003)));
    }
    return values;
}

template <typename T>
struct Example {
    explicit Example(const Case& one)
        : matrix{values_of<T>(static_cast<std::size_t>(one.count * one.count), 1.7)},
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

    /// The largest difference from plain sums in double, in eps times the root of the count.
    [[nodiscard]] double error(const std::vector<T>& found) const
    {
        double worst = 0.0;
        const auto [m, i, o, count, columns, planes] = product;
        for (long long plane = 0; plane < planes; ++plane) {
            for (long long row = 0; row < count; ++row) {
                for (long long column = 0; column < columns; ++column) {
                    const long long first = plane * count * columns + column;
                    double sum = 0.0;
                    for (long long k = 0; k < count; ++k) {
                        sum += static_cast<double>(m[row * count + k]) *
                               static_cast<double>(i[first + k * columns]);
                    }
                    const double one =
                        static_cast<double>(found[static_cast<std::size_t>(first + row * columns)]);
                    const double difference = std::abs(one - sum);
                    worst = difference <= worst ? worst : difference;
                }
            }
        }
        return worst / (std::numeric_limits<T>::epsilon() * std::sqrt(static_cast<double>(count)));
    }

    std::vector<T> matrix;
    std::vector<T> in;
    std::vector<T> out;
    Product<T> product;
};

template <typename T>
class DenseProduct : public ::testing::Test {
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(DenseProduct, Reals);

constexpr double most_eps = 6.0;

TYPED_TEST(DenseProduct, of_the_twin_is_that_of_plain_loops)
{
    for (const Case& one : cases) {
        Example<TypeParam> example{one};
        test::run_product_on_host(example.product, one.along_rows());
        EXPECT_LT(example.error(example.out), most_eps)
            << one.count << " " << one.columns << " " << one.planes;
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
            a.emplace(F::a_row(lane, n), F::a_k(lane, n));
            c.emplace(F::c_row(lane, n), F::c_column(lane, n));
            b.emplace(F::b_k(lane, n % 2), F::b_column(lane));
        }
    }
    EXPECT_EQ(a.size(), 128U);
    EXPECT_EQ(b.size(), 64U);
    EXPECT_EQ(c.size(), 128U);
    EXPECT_EQ(*a.rbegin(), std::pair(15, 7));
    EXPECT_EQ(*b.rbegin(), std::pair(7, 7));
    EXPECT_EQ(*c.rbegin(), std::pair(15, 7));
}

TEST(DenseProductKernel, compiles_without_a_remark)
{
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const bool along_rows : {false, true}) {
            for (const bool deep : {false, true}) {
                for (int together = 1; together <= (precision == Precision::fp64 ? 2 : 1);
                     ++together) {
                    const auto what = specialise({.along_rows = along_rows,
                                                  .deep = deep,
                                                  .stages = deep ? 3 : 2,
                                                  .together = together},
                                                 precision);
                    EXPECT_FALSE(device::compile(what, deep ? "sm_90" : "sm_80").image.empty());
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
    for (const Case& one : cases) {
        Example<TypeParam> example{one};
        const auto matrix = device::uploaded(example.matrix, stream.get());
        const auto in = device::uploaded(example.in, stream.get());
        const auto out = device::uploaded(example.out, stream.get());
        Product<TypeParam> product = example.product;
        product.matrix = matrix.data();
        product.in = in.data();
        product.out = out.data();
        const ProductKernel<TypeParam> kernel{one.count, one.columns};
        kernel.enqueue(product, stream.get());
        device::copy_to_host<TypeParam>(example.out, out.data(), stream.get());
        device::synchronize(stream.get());
        EXPECT_LT(example.error(example.out), most_eps)
            << one.count << " " << one.columns << " " << one.planes;
    }
}

}  // namespace
}  // namespace tobiuo::dense
