// Skips a test, with the reason, on a machine without OpenCL.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "kernels/opencl/survey.hpp"

namespace tobiuo::test {

/// Tests that run on the chosen OpenCL device, which PoCL offers on any CPU.
class OnOpenCL : public ::testing::Test {
protected:
    void SetUp() override
    {
        if (const std::optional<std::string> why = opencl::unsupported_reason()) {
            GTEST_SKIP() << "no OpenCL device: " << *why;
        }
    }
};

}  // namespace tobiuo::test
