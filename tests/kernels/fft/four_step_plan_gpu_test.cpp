// SPDX-License-Identifier: BSD-3-Clause
// Transforms of long axes on the device are compared with higher precision on the host.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "kernels/fft/device_plan.hpp"
#include "kernels/fft/reference.hpp"
#include "tests/support/device.hpp"
#include "tests/support/device_transform.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/random_signal.hpp"

namespace tobiuo::fft {
namespace {

using Lengths = std::vector<std::int64_t>;

constexpr unsigned seed = 1970;
constexpr Placement every_placement[] = {Placement::in_place, Placement::out_of_place};

template <typename T>
class FftLongPlanOnDevice : public test::OnDevice {
protected:
    static void expect_right(const Problem& problem)
    {
        const DevicePlan plan{problem};
        SCOPED_TRACE(plan.describe());
        const auto in = test::random_input<T>(problem, seed);

        const auto result = test::device_transform(plan, problem, in);

        const Errors errors = errors_of(problem, in.data(), result.out.data());
        EXPECT_LE(errors.relative_l2, test::fft_tolerance<T>(points(problem)));
        if (problem.placement == Placement::out_of_place && problem.kind != Kind::c2r) {
            EXPECT_TRUE(result.in == in) << "the input is not kept";
        }
    }

    static void expect_complex_right(const Lengths& lengths, std::int64_t batch)
    {
        // The forward transform is in place, the inverse one out of place.
        expect_right({.lengths = lengths, .precision = precision_of<T>, .batch = batch});
        expect_right({.lengths = lengths,
                      .direction = Direction::inverse,
                      .precision = precision_of<T>,
                      .placement = Placement::out_of_place,
                      .batch = batch});
    }

    static void expect_real_right(const Lengths& lengths, std::int64_t batch)
    {
        for (const Placement placement : every_placement) {
            Problem problem{.lengths = lengths,
                            .kind = Kind::r2c,
                            .precision = precision_of<T>,
                            .placement = placement,
                            .batch = batch};
            expect_right(problem);
            problem.kind = Kind::c2r;
            problem.direction = Direction::inverse;
            expect_right(problem);
        }
    }
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftLongPlanOnDevice, Reals);

TYPED_TEST(FftLongPlanOnDevice, transforms_long_real_rows_of_even_length)
{
    this->expect_real_right({65536}, 3);
    this->expect_real_right({1 << 20}, 1);
    this->expect_real_right({100000}, 2);
    this->expect_real_right({3, 65536}, 2);
}

TYPED_TEST(FftLongPlanOnDevice, transforms_long_real_rows_of_odd_length)
{
    this->expect_real_right({59049}, 2);
    this->expect_real_right({2, 50625}, 1);
}

/// Two passes suffice for 2^24 points in single precision and 2^22 in double.
TYPED_TEST(FftLongPlanOnDevice, transforms_rows_in_three_passes)
{
    // References of longer rows would take the host minutes.
    const bool single = sizeof(TypeParam) == sizeof(float);
    this->expect_right({.lengths = {single ? 34'171'875 : 1 << 23},  // 3^7 x 5^6
                        .precision = precision_of<TypeParam>});
    this->expect_real_right({single ? 1 << 25 : 1 << 23}, 1);
}

TYPED_TEST(FftLongPlanOnDevice, transforms_rows_of_long_prime_length)
{
    for (const std::int64_t prime : {10007, 65537}) {
        this->expect_complex_right({prime}, 1);
        this->expect_real_right({prime}, 1);
    }
    this->expect_right({.lengths = {1'000'003}, .precision = precision_of<TypeParam>});
    this->expect_complex_right({20011}, 3);
    this->expect_real_right({20011}, 3);
    this->expect_real_right({2 * 20011}, 3);
    this->expect_real_right({2 * 10007}, 2);
}

TYPED_TEST(FftLongPlanOnDevice, transforms_columns_of_long_prime_length)
{
    this->expect_complex_right({10007, 5}, 2);
    this->expect_real_right({10007, 6}, 1);
    this->expect_complex_right({3, 4099, 4}, 1);
}

/// The convolution has three factors: it is too long for two passes.
TYPED_TEST(FftLongPlanOnDevice, transforms_a_row_of_very_long_prime_length)
{
    if (sizeof(TypeParam) == sizeof(float)) {
        this->expect_right({.lengths = {15'485'863}});
    }
}

}  // namespace
}  // namespace tobiuo::fft
