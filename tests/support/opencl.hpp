// SPDX-License-Identifier: BSD-3-Clause
// Skips a test, with the reason, on a machine without OpenCL.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "runtime/opencl/survey.hpp"

namespace tobiuo::test {

/// Why this machine has no OpenCL device to test on; empty if it has one.
inline std::string why_no_opencl()
{
    const std::optional<std::string> why = opencl::unsupported_reason();
    return why ? "no OpenCL device: " + *why : "";
}

/// Tests that run on the chosen OpenCL device, which PoCL offers on any CPU.
class OnOpenCL : public ::testing::Test {
protected:
    void SetUp() override
    {
        if (const std::string why = why_no_opencl(); !why.empty()) {
            GTEST_SKIP() << why;
        }
    }
};

}  // namespace tobiuo::test
