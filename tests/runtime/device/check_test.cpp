// SPDX-License-Identifier: BSD-3-Clause
// The errors of statuses of CUDA: memory that is too small is told from all else.
#include "runtime/device/check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/device/out_of_memory.hpp"
#include "tests/support/refusal.hpp"

namespace tobiuo::device {
namespace {

int checked(cudaError_t status)
{
    check(status, "allocate 8 bytes on the device");
    return 0;
}

TEST(Check, tells_memory_that_is_too_small_from_other_errors)
{
    EXPECT_EQ(checked(cudaSuccess), 0);
    EXPECT_THAT(test::refusal<OutOfMemory>([] { return checked(cudaErrorMemoryAllocation); }),
                ::testing::HasSubstr(
                    "could not allocate 8 bytes on the device (cudaErrorMemoryAllocation"));
    try {
        checked(cudaErrorInvalidValue);
        FAIL();
    } catch (const OutOfMemory&) {
        FAIL();
    } catch (const DeviceError&) {
    }
}

}  // namespace
}  // namespace tobiuo::device
