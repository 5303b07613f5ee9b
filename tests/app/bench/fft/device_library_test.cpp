// The libraries of the device: missing ones are told of, not thrown.
#include <gtest/gtest.h>

#include <string>

#include "app/bench/fft/device_arena.hpp"

namespace tobiuo::fft_bench {
namespace {

TEST(FftDeviceLibraries, are_there_or_have_a_reason)
{
    for (const std::string library : {"ours", "cufft", "vkfft", "abc"}) {
        const auto objection = device_library_objection(library);
        EXPECT_NE(objection.value_or("none"), "") << library;
        RecordProperty(library, objection.value_or("there"));
    }
    EXPECT_TRUE(device_library_objection("abc"));
}

}  // namespace
}  // namespace tobiuo::fft_bench
