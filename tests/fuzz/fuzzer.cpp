// SPDX-License-Identifier: BSD-3-Clause
// What libFuzzer calls: the target that the environment variable TOBIUO_FUZZ_TARGET names.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "tests/fuzz/targets.hpp"

namespace {

tobiuo::fuzz::OneInput* chosen = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** /*arguments*/)
{
    using tobiuo::fuzz::Target;
    const char* const name = std::getenv("TOBIUO_FUZZ_TARGET");
    const auto* const found = std::ranges::find(
        tobiuo::fuzz::targets, std::string_view{name == nullptr ? "" : name}, &Target::name);
    tobiuo::fuzz::require(found != tobiuo::fuzz::targets.end(),
                          "TOBIUO_FUZZ_TARGET names a target of tests/fuzz/targets.hpp");
    chosen = found->one_input;
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    return chosen(std::as_bytes(std::span{data, size}));
}
