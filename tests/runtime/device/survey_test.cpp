// SPDX-License-Identifier: BSD-3-Clause
// The survey never fails: it finds devices or says why there are none.
#include "runtime/device/survey.hpp"

#include <gtest/gtest.h>

namespace tobiuo::device {
namespace {

TEST(Survey, has_devices_or_a_reason)
{
    EXPECT_EQ(survey().devices.empty(), !survey().reason.empty()) << survey().reason;
    EXPECT_GE(survey().runtime_version, 12080);
}

TEST(Survey, writes_versions_as_people_do)
{
    EXPECT_EQ(version_text(13000), "13.0");
    EXPECT_EQ(version_text(12080), "12.8");
}

}  // namespace
}  // namespace tobiuo::device
