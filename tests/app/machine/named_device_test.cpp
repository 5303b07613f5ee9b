// SPDX-License-Identifier: BSD-3-Clause
// The device that a user names, on machines other than this one.
#include "app/machine/named_device.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runtime/device/error.hpp"

namespace tobiuo {
namespace {

std::string refusal(int index, const device::Survey& found)
{
    try {
        named_device(index, "measure on", "use --backends cpu", found);
    } catch (const device::DeviceError& error) {
        return error.what();
    }
    return "";
}

TEST(NamedDevice, is_there_or_refused_with_reason_and_cure)
{
    device::Survey two{.devices = std::vector<device::DeviceInfo>(2), .reason = {}};
    two.devices[1].name = "B";
    EXPECT_EQ(named_device(1, "measure on", "", two).name, "B");
    EXPECT_EQ(refusal(2, two),
              "cannot measure on CUDA device 2 (this machine has 2, counted from 0): use "
              "--backends cpu");
    const device::Survey none{.devices = {}, .reason = "no NVIDIA driver is installed"};
    EXPECT_EQ(
        refusal(0, none),
        "cannot measure on CUDA device 0 (no NVIDIA driver is installed): use --backends cpu");
}

}  // namespace
}  // namespace tobiuo
