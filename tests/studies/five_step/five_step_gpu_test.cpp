// SPDX-License-Identifier: BSD-3-Clause
// Nukada's five steps on the device are compared with FFTW on the host.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/device_plan.hpp"
#include "kernels/fft/reference.hpp"
#include "studies/five_step/five_step.hpp"
#include "tests/support/device.hpp"
#include "tests/support/device_transform.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/random_signal.hpp"

namespace tobiuo::fft {
namespace {

template <typename T>
class FftFiveStepsOnDevice : public test::OnDevice {
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftFiveStepsOnDevice, Reals);

TYPED_TEST(FftFiveStepsOnDevice, transform_both_ways_in_place_and_not)
{
    const std::vector<std::vector<std::int64_t>> shapes{
        {64, 64, 64}, {128, 128, 128}, {256, 256, 256}, {512, 60, 7}, {12, 35, 100}, {4, 4, 1}};
    for (const auto& lengths : shapes) {
        for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
            const bool back = placement == Placement::out_of_place;
            const Problem problem{lengths,
                                  Kind::c2c,
                                  back ? Direction::inverse : Direction::forward,
                                  precision_of<TypeParam>,
                                  placement,
                                  lengths[0] < 64 ? 3 : 1};
            DevicePlanOptions options;
            options.schedule =
                five_step_schedule(problem, limits_of_current_device(), with_known_table({}));
            const DevicePlan plan{problem, options};
            SCOPED_TRACE(plan.describe());
            const auto in = test::random_input<TypeParam>(problem, 2008);

            const auto result = test::device_transform(plan, problem, in);

            EXPECT_LE(errors_of(problem, in.data(), result.out.data()).relative_l2,
                      test::fft_tolerance<TypeParam>(points(problem)));
            EXPECT_TRUE(placement == Placement::in_place || result.in == in)
                << "the input is not kept";
        }
    }
}

}  // namespace
}  // namespace tobiuo::fft
