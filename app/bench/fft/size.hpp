// Sizes as people write them, x first: 512x256x256, 4096x4096, 1024, 512^3. The engine's lengths
// have the slowest axis first; this file converts between the two.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/fft/problem.hpp"

namespace tobiuo::fft_bench {

/// The points of each axis, the slowest axis first: "128x64" (x, y) is {64, 128}, "64" is {64},
/// "64^3" is {64, 64, 64}. Throws InputError at --sizes unless there are one to three axes of at
/// least one point.
[[nodiscard]] std::vector<std::int64_t> parse_size(std::string_view text);

/// The text of lengths: "512x256x256" for {256, 256, 512}.
[[nodiscard]] std::string size_text(const std::vector<std::int64_t>& lengths);

/// The lengths in reverse order: x first or slowest first.
[[nodiscard]] std::vector<std::int64_t> reversed(std::vector<std::int64_t> lengths);

/// The text of fft::describe() with x first.
[[nodiscard]] std::string problem_text(fft::Problem problem);

}  // namespace tobiuo::fft_bench
