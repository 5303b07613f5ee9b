// SPDX-License-Identifier: BSD-3-Clause
// The tables of passes are rounded once and have the properties that define them.
#include "kernels/fft/kernel/tables.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include "tests/support/direct_dft.hpp"
#include "tests/support/fft_tolerance.hpp"

namespace tobiuo::fft {
namespace {

using test::Wide;

template <typename T>
std::vector<Wide> wide(const std::vector<Complex<T>>& values)
{
    std::vector<Wide> result;
    for (const Complex<T>& value : values) {
        result.emplace_back(value.x, value.y);
    }
    return result;
}

template <typename T>
class FftTables : public ::testing::Test {
protected:
    /// The error of one rounding: half a unit in the last place of a number below 1, and a little
    /// more because the exact value is itself rounded.
    static constexpr long double half_a_place =
        std::numeric_limits<T>::epsilon() / 4 * (1 + 1.0L / 1024);

    static void expect_rounded_once(const std::vector<Complex<T>>& got,
                                    const std::vector<Wide>& exact)
    {
        ASSERT_EQ(got.size(), exact.size());
        for (std::size_t m = 0; m < got.size(); ++m) {
            EXPECT_LE(std::abs(got[m].x - exact[m].real()), half_a_place) << m;
            EXPECT_LE(std::abs(got[m].y - exact[m].imag()), half_a_place) << m;
        }
    }
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftTables, Reals);

TYPED_TEST(FftTables, roots_are_those_of_unity)
{
    for (const std::int64_t length : {1, 2, 3, 7, 64, 1000}) {
        this->expect_rounded_once(roots_of_unity<TypeParam>(length, length),
                                  test::roots_of_unity(length, -1));
    }
}

TYPED_TEST(FftTables, roots_may_be_taken_by_steps)
{
    const auto all = test::roots_of_unity(60, -1);
    std::vector<Wide> every_seventh;
    for (std::size_t m = 0; m < 9; ++m) {
        every_seventh.push_back(all[7 * m % 60]);
    }
    this->expect_rounded_once(roots_of_unity<TypeParam>(60, 9, 7), every_seventh);
}

TYPED_TEST(FftTables, a_chirp_turns_by_squares)
{
    for (const std::int64_t points : {1, 2, 17, 1021}) {
        // exp(-pi i n^2 / points) is a root of order 2 points.
        const auto roots = test::roots_of_unity(2 * points, -1);
        std::vector<Wide> exact;
        for (std::size_t n = 0; n < static_cast<std::size_t>(points); ++n) {
            exact.push_back(roots[n * n % roots.size()]);
        }
        this->expect_rounded_once(chirp<TypeParam>(points), exact);
    }
}

TYPED_TEST(FftTables, a_chirp_stays_exact_where_squares_are_large)
{
    // The last n is points - 1, and points is odd: exp(-pi i (points - 2 + 1 / points)).
    const std::int64_t points = 100003;
    const Complex<TypeParam> last = chirp<TypeParam>(points).back();
    const long double angle = std::numbers::pi_v<long double> / static_cast<long double>(points);
    EXPECT_LE(std::abs(last.x + std::cos(angle)), this->half_a_place);
    EXPECT_LE(std::abs(last.y - std::sin(angle)), this->half_a_place);
}

TYPED_TEST(FftTables, the_filter_comes_back_as_the_wrapped_conjugate_chirp)
{
    struct Case {
        std::int64_t points;
        std::int64_t length;
    };
    for (const auto& [points, length] : {Case{1, 1}, {2, 3}, {17, 33}, {17, 36}, {29, 64}}) {
        const auto filter = wide(chirp_filter<TypeParam>(points, length));

        const auto back = test::direct_dft({length}, filter, 1);

        const auto forward = wide(chirp<double>(points));
        std::vector<Wide> wrapped(static_cast<std::size_t>(length));
        for (std::size_t n = 0; n < forward.size(); ++n) {
            wrapped[n] = std::conj(forward[n]);
            wrapped[(wrapped.size() - n) % wrapped.size()] = std::conj(forward[n]);
        }
        EXPECT_LE(test::relative_l2(back, wrapped), test::fft_tolerance<TypeParam>(length))
            << points << " in " << length;
    }
}

TYPED_TEST(FftTables, two_tables_of_turns_make_every_root)
{
    for (const std::int64_t length : {4, 60, 4096, 4116, 20000}) {
        PassForm form;
        form.twiddle = {.length = length, .divisor = 1, .second = 2};
        const HostTables<TypeParam> tables{form};
        const auto low = wide(tables.twiddle_low);
        const auto high = wide(tables.twiddle_high);
        const auto exact = test::roots_of_unity(length, -1);
        const auto bits = static_cast<std::size_t>(form.twiddle.low_bits());
        EXPECT_EQ(low.size(), std::size_t{1} << bits);
        EXPECT_LE(low.size() * low.size(), 4 * exact.size()) << "more than it needs";
        for (std::size_t m = 0; m < exact.size(); ++m) {
            const Wide product = low[m % low.size()] * high.at(m >> bits);
            EXPECT_LE(std::abs(product - exact[m]), 2 * std::numeric_limits<TypeParam>::epsilon())
                << m << " of " << length;
        }
    }
}

TYPED_TEST(FftTables, a_pass_has_the_tables_that_it_reads)
{
    PassForm form;
    form.block = {.length = 64, .stages = 2, .radices = {8, 8}};
    form.points = 64;
    const HostTables<TypeParam> plain{form};
    this->expect_rounded_once(plain.twiddles, test::roots_of_unity(64, -1));
    EXPECT_TRUE(plain.chirp.empty() && plain.filter.empty());
    EXPECT_TRUE(plain.twiddle_low.empty() && plain.twiddle_high.empty());
    EXPECT_EQ(plain.view().twiddles, plain.twiddles.data());

    form.source_side = Side::pairs;
    form.points = 128;
    this->expect_rounded_once(HostTables<TypeParam>{form}.twiddles, test::roots_of_unity(128, -1));

    form.source_side = Side::complex;
    form.points = 29;
    form.bluestein = true;
    const HostTables<TypeParam> bluestein{form};
    EXPECT_EQ(bluestein.twiddles.size(), 64U);
    EXPECT_EQ(bluestein.chirp.size(), 29U);
    EXPECT_EQ(bluestein.filter.size(), 64U);
    EXPECT_EQ(bluestein.view().chirp, bluestein.chirp.data());
    EXPECT_EQ(bluestein.view().filter, bluestein.filter.data());
}

}  // namespace
}  // namespace tobiuo::fft
