// SPDX-License-Identifier: BSD-3-Clause
// Recurrences over columns on the device give the results of their twin on the host.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "kernels/tridiagonal/toeplitz/toeplitz_solver.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "tests/kernels/tridiagonal/toeplitz/toeplitz_examples.hpp"
#include "tests/kernels/tridiagonal/toeplitz/toeplitz_twins.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::tridiagonal {
namespace {

using test::ToeplitzExample;

template <typename T>
void expect_agreement(const test::ToeplitzTwin<T>& twin, bool with_level)
{
    const ToeplitzForm& form = twin.form;
    SCOPED_TRACE(specialise(form, sizeof(T) == 4 ? Precision::fp32 : Precision::fp64).identifier() +
                 (with_level ? " with level" : ""));
    ToeplitzExample<T> example{form, with_level};
    const device::Stream stream = device::make_stream();
    const auto data = device::uploaded(example.right_side, stream.get());
    const auto inner = device::uploaded(example.inner, stream.get());
    const auto outer = device::uploaded(example.outer, stream.get());
    const device::DeviceBuffer<T> constant{1};
    device::clear(constant, "clear the mean", stream.get());
    const ToeplitzSolver<T> solver{form};
    solver.enqueue(example.systems(data.data(), inner.data(), outer.data(), constant.data()),
                   stream.get());
    std::vector<T> found(example.data.size());
    T mean{};
    device::copy_to_host<T>(found, data.data(), stream.get());
    device::copy_to_host<T>({&mean, 1}, constant.data(), stream.get());
    device::synchronize(stream.get());
    twin.solve(example.systems(example.data.data(), example.inner.data(), example.outer.data(),
                               &example.constant));

    // The device fuses products and sums, so results may differ by rounding.
    const double epsilon = std::numeric_limits<T>::epsilon();
    for (std::size_t column = 0; column < 10; ++column) {
        double largest = 0.0;
        double difference = 0.0;
        for (std::size_t at = column; at < found.size(); at += 10) {
            largest = std::max(largest, std::abs(static_cast<double>(example.data[at])));
            difference = std::max(difference, std::abs(static_cast<double>(found[at]) -
                                                       static_cast<double>(example.data[at])));
        }
        EXPECT_LE(difference, 64.0 * epsilon * largest) << "column " << column;
    }
    EXPECT_NEAR(mean, example.constant, 4.0 * epsilon);
}

template <typename T>
void expect_agreement(Edge first, Edge last)
{
    std::vector<test::ToeplitzTwin<T>> twins = test::toeplitz_twins<T>(first, last);
    twins.resize(test::various_toeplitz_twins);
    for (const test::ToeplitzTwin<T>& twin : twins) {
        for (const bool with_level : {true, false}) {
            expect_agreement(twin, with_level);
        }
    }
}

template <typename T>
class TridiagonalToeplitzOnDevice : public test::OnDevice {
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(TridiagonalToeplitzOnDevice, Reals);

TYPED_TEST(TridiagonalToeplitzOnDevice, gives_what_the_twin_gives)
{
    expect_agreement<TypeParam>(Edge::periodic, Edge::periodic);
    expect_agreement<TypeParam>(Edge::even_half, Edge::even_half);
    expect_agreement<TypeParam>(Edge::even_half, Edge::odd_half);
    expect_agreement<TypeParam>(Edge::odd_half, Edge::even_half);
    expect_agreement<TypeParam>(Edge::odd_half, Edge::odd_half);
    expect_agreement<TypeParam>(Edge::even_whole, Edge::even_whole);
    expect_agreement<TypeParam>(Edge::odd_whole, Edge::even_whole);
    expect_agreement<TypeParam>(Edge::odd_whole, Edge::odd_whole);
    expect_agreement<TypeParam>(Edge::unbounded, Edge::unbounded);
    expect_agreement<TypeParam>(Edge::even_half, Edge::unbounded);
    expect_agreement<TypeParam>(Edge::unbounded, Edge::even_whole);
    expect_agreement<TypeParam>(Edge::odd_half, Edge::unbounded);
    expect_agreement<TypeParam>(Edge::unbounded, Edge::odd_whole);
}

}  // namespace
}  // namespace tobiuo::tridiagonal
