// SPDX-License-Identifier: BSD-3-Clause
// Skips a test, with the reason, on a machine without a GPU.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "runtime/device/survey.hpp"

namespace tobiuo::test {

/// Why this machine has no device to test on; empty if it has one.
inline std::string why_no_device()
{
    return device::survey().devices.empty() ? "no device: " + device::survey().reason : "";
}

class OnDevice : public ::testing::Test {
protected:
    void SetUp() override
    {
        if (const std::string why = why_no_device(); !why.empty()) {
            GTEST_SKIP() << why;
        }
    }
};

}  // namespace tobiuo::test
