// Which back ends there are is what the survey found.
#include <tobiuo/backend.hpp>

#include <gtest/gtest.h>

#include "kernels/device/survey.hpp"

namespace tobiuo {
namespace {

TEST(Backends, the_cpu_is_always_there)
{
    EXPECT_EQ(unsupported_reason(Backend::cpu), std::nullopt);
}

TEST(Backends, cuda_is_there_with_a_device_and_says_why_without_one)
{
    const bool has_device = !device::survey().devices.empty();

    const auto reason = unsupported_reason(Backend::cuda);

    EXPECT_EQ(reason.has_value(), !has_device);
    EXPECT_EQ(reason.value_or(""), device::survey().reason);
    EXPECT_EQ(default_backend(), has_device ? Backend::cuda : Backend::cpu);
}

}  // namespace
}  // namespace tobiuo
