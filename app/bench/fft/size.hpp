// Sizes as people write them, x first: 512x256x256, 4096x4096, 1024, 512^3. Inside, the engines of
// transforms have the slowest axis first; here is the one place where one becomes the other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/fft/problem.hpp"

namespace tobiuo::fft_bench {

/// Points per axis, the slowest axis first: "128x64" (x, y) is {64, 128}, "64" is {64}, "64^3" is
/// {64, 64, 64}. Throws InputError at --sizes: one to three axes, each of at least one point.
[[nodiscard]] std::vector<std::int64_t> parse_size(std::string_view text);

/// "512x256x256" of {256, 256, 512}.
[[nodiscard]] std::string size_text(const std::vector<std::int64_t>& lengths);

/// From x first to the slowest first, and back.
[[nodiscard]] std::vector<std::int64_t> reversed(std::vector<std::int64_t> lengths);

/// fft::describe() of the problem with x first.
[[nodiscard]] std::string problem_text(fft::Problem problem);

}  // namespace tobiuo::fft_bench
