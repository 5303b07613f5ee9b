// The libraries of the device: missing ones are told of, not thrown.
#include <gtest/gtest.h>

#include <string>

#include "app/bench/fft/device_testbed.hpp"

namespace tobiuo::fft_bench {
namespace {

TEST(FftDeviceLibraries, are_there_or_have_a_reason)
{
    for (const std::string library : {"ours", "cufft", "vkfft", "abc"}) {
        const auto unsupported_reason = library_unsupported_reason(library);
        EXPECT_NE(unsupported_reason.value_or("none"), "") << library;
        RecordProperty(library, unsupported_reason.value_or("there"));
    }
    EXPECT_TRUE(library_unsupported_reason("abc"));
}

}  // namespace
}  // namespace tobiuo::fft_bench
