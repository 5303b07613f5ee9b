// SPDX-License-Identifier: BSD-3-Clause
// Which device is used among those found, and what a wish without a match says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tobiuo/error.hpp>

#include "runtime/opencl/survey.hpp"
#include "tests/support/refusal.hpp"

namespace tobiuo::opencl {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::vector<DeviceInfo> three_devices()
{
    return {{.index = 0,
             .platform = "Portable Computing Language",
             .name = "pthread-EPYC",
             .memory_bytes = 900},
            {.index = 1,
             .platform = "Rusticl",
             .name = "Small Graphics",
             .kind = DeviceKind::gpu,
             .memory_bytes = 100},
            {.index = 2,
             .platform = "Rusticl",
             .name = "Large Graphics",
             .kind = DeviceKind::gpu,
             .memory_bytes = 200}};
}

TEST(ChooseOpenCLDevice, takes_the_largest_gpu_and_a_cpu_only_if_there_is_nothing_else)
{
    const std::vector<DeviceInfo> all = three_devices();
    EXPECT_EQ(choose_device(all, ""), 2);
    EXPECT_EQ(choose_device(std::span{all}.first(1), ""), 0);
}

TEST(ChooseOpenCLDevice, takes_what_is_wished_for_by_number_or_name)
{
    const std::vector<DeviceInfo> all = three_devices();
    EXPECT_EQ(choose_device(all, "1"), 1);
    EXPECT_EQ(choose_device(all, "small"), 1);
    EXPECT_EQ(choose_device(all, "portable"), 0);
    EXPECT_EQ(choose_device(all, "rusticl"), 2) << "the best of those that match";
}

TEST(ChooseOpenCLDevice, takes_a_number_that_no_device_has_for_a_part_of_a_name)
{
    std::vector<DeviceInfo> all = three_devices();
    all[1].name = "Graphics 4090";
    EXPECT_EQ(choose_device(all, "4090"), 1);
}

TEST(ChooseOpenCLDevice, lists_what_there_is_if_nothing_matches)
{
    const std::vector<DeviceInfo> all = three_devices();
    for (const char* wish : {"3", "radeon"}) {
        EXPECT_THAT(test::refusal<DeviceError>([&] { return choose_device(all, wish); }),
                    AllOf(HasSubstr("no OpenCL device is called '" + std::string{wish}),
                          HasSubstr("0: pthread-EPYC (Portable Computing Language), 1: Small")));
    }
}

TEST(OpenCLSurvey, has_devices_or_a_reason)
{
    EXPECT_EQ(survey().devices.empty(), !survey().reason.empty()) << survey().reason;
}

}  // namespace
}  // namespace tobiuo::opencl
