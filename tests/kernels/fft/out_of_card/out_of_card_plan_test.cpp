// SPDX-License-Identifier: BSD-3-Clause
// The public plan of arrays in host memory, as far as it needs no GPU: refusals.
#include <tobiuo/fft.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <type_traits>

#include "tests/support/device.hpp"
#include "tests/support/refusal.hpp"

namespace tobiuo::fft {
namespace {

using test::refusal;
using ::testing::HasSubstr;
using ::testing::Optional;

static_assert(std::is_nothrow_move_constructible_v<OutOfCardPlan>);
static_assert(std::is_nothrow_move_assignable_v<OutOfCardPlan>);
static_assert(!std::is_copy_constructible_v<OutOfCardPlan>);
static_assert(std::is_nothrow_move_constructible_v<PageLock>);
static_assert(!std::is_copy_constructible_v<PageLock>);

TEST(FftOutOfCardPlan, is_refused_in_one_sentence)
{
    EXPECT_THAT(refusal([] { OutOfCardPlan{{.extents = {0, 4}}}; }), HasSubstr("0 points along x"));
    EXPECT_THAT(refusal([] {
                    OutOfCardPlan{{.extents = {8, 8, 8}}, {.device_bytes = -1}};
                }),
                HasSubstr("cannot be negative"));
    EXPECT_THAT(out_of_card_unsupported_reason({.extents = {4}, .batch = 0}),
                Optional(HasSubstr("the batch")));
}

TEST(FftOutOfCardPlan, needs_a_device)
{
    if (test::why_no_device().empty()) {
        GTEST_SKIP() << "this machine has a device";
    }
    EXPECT_THROW((OutOfCardPlan{{.extents = {8, 8, 8}}}), DeviceError);
    EXPECT_NE(out_of_card_unsupported_reason({.extents = {8, 8, 8}}), std::nullopt);
}

}  // namespace
}  // namespace tobiuo::fft
