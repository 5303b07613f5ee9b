// SPDX-License-Identifier: BSD-3-Clause
// Which back ends there are is what the survey found.
#include <tobiuo/backend.hpp>

#include <gtest/gtest.h>

#include "runtime/device/survey.hpp"
#include "runtime/opencl/survey.hpp"
#include "tests/support/device.hpp"

namespace tobiuo {
namespace {

TEST(Backends, the_cpu_is_always_there)
{
    EXPECT_EQ(unsupported_reason(Backend::cpu), std::nullopt);
}

TEST(Backends, cuda_is_the_default_unless_there_is_a_reason)
{
    const bool has_device = !device::survey().devices.empty();

    const auto reason = unsupported_reason(Backend::cuda);

    if (!has_device) {
        EXPECT_EQ(reason, device::survey().reason);
    }
    EXPECT_EQ(default_backend(), reason ? Backend::cpu : Backend::cuda);
}

TEST(Backends, opencl_is_there_unless_there_is_a_reason_and_never_the_default)
{
    EXPECT_EQ(unsupported_reason(Backend::opencl), opencl::unsupported_reason());
    EXPECT_NE(default_backend(), Backend::opencl);
}

class BackendsOnDevice : public test::OnDevice {};

TEST_F(BackendsOnDevice, cuda_is_there)
{
    EXPECT_EQ(unsupported_reason(Backend::cuda), std::nullopt);
    EXPECT_EQ(default_backend(), Backend::cuda);
}

}  // namespace
}  // namespace tobiuo
