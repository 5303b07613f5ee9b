// SPDX-License-Identifier: BSD-3-Clause
// The generated butterflies on the host, against the sum that they stand for.
#include "kernels/fft/butterfly/butterflies.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <set>
#include <type_traits>

#include "kernels/fft/butterfly/print.hpp"
#include "tests/support/direct_dft.hpp"
#include "tests/support/fft_tolerance.hpp"

namespace tobiuo::fft {
namespace {

template <typename T, int radix>
std::array<Complex<T>, radix> transformed(std::array<Complex<T>, radix> a)
{
    Butterfly<radix>::apply(a.data());
    return a;
}

template <typename T, int radix>
void expect_the_direct_sum(std::mt19937_64& random)
{
    std::uniform_real_distribution<T> uniform{-1, 1};
    std::array<Complex<T>, radix> input{};
    std::vector<test::Wide> wide;
    for (Complex<T>& value : input) {
        value = {uniform(random), uniform(random)};
        wide.emplace_back(value.x, value.y);
    }
    const std::vector<test::Wide> expected = test::direct_dft({radix}, wide, -1);
    const std::array<Complex<T>, radix> found = transformed<T, radix>(input);
    long double error = 0;
    long double norm = 0;
    for (std::size_t k = 0; k < radix; ++k) {
        error += std::norm(test::Wide{found.at(k).x, found.at(k).y} - expected.at(k));
        norm += std::norm(expected.at(k));
    }
    EXPECT_LE(std::sqrt(error / norm), test::fft_tolerance<T>(radix)) << "radix " << radix;
}

template <int... radices>
struct Radices {
    static std::set<std::size_t> all() { return {radices...}; }
    template <typename T>
    static void expect_direct_sums(std::mt19937_64& random)
    {
        (expect_the_direct_sum<T, radices>(random), ...);
    }
};
using EveryRadix = Radices<2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 25, 27, 32>;

template <typename T>
class Butterflies : public ::testing::Test {
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Butterflies, Reals);

TYPED_TEST(Butterflies, give_the_direct_sum)
{
    constexpr unsigned seed = 20240614;
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    std::mt19937_64 random{seed};
    expect_the_direct_sum<TypeParam, 1>(random);
    for (int repeat = 0; repeat < 20; ++repeat) {
        EveryRadix::template expect_direct_sums<TypeParam>(random);
    }
}

TYPED_TEST(Butterflies, are_constant_expressions)
{
    constexpr auto impulse = [] {
        std::array<Complex<TypeParam>, 16> a{};
        a[0] = {1, 2};
        Butterfly<16>::apply(a.data());
        return a;
    }();
    static_assert(impulse[15].x == TypeParam{1} && impulse[15].y == TypeParam{2});
}

TEST(ButterfliesHeader, holds_every_radix_that_is_tested)
{
    const auto generated = codegen::generated_radices();
    EXPECT_EQ(std::set<std::size_t>(generated.begin(), generated.end()), EveryRadix::all());
}

}  // namespace
}  // namespace tobiuo::fft
