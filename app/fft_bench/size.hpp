// Sizes of transforms as people write them: 256x256x512, 4096x4096, 1024, 512^3.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tobiuo::fft_bench {

/// Points per axis, the slowest axis first: "64x128" is {64, 128}, "64" is {64}, "64^3" is
/// {64, 64, 64}. Throws InputError at --sizes: one to three axes, each of at least one point.
[[nodiscard]] std::vector<std::int64_t> parse_size(std::string_view text);

/// "256x256x512".
[[nodiscard]] std::string size_text(const std::vector<std::int64_t>& lengths);

}  // namespace tobiuo::fft_bench
