// Skips a test, with the reason, where there is no GPU.
#pragma once

#include <gtest/gtest.h>

#include "kernels/device/survey.hpp"

namespace tobiuo::test {

class OnDevice : public ::testing::Test {
protected:
    void SetUp() override
    {
        if (device::survey().devices.empty()) {
            GTEST_SKIP() << "no device: " << device::survey().reason;
        }
    }
};

}  // namespace tobiuo::test
