// SPDX-License-Identifier: BSD-3-Clause
// The target overrides.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/read_any_case.hpp"
#include "tests/fuzz/targets.hpp"

namespace tobiuo::fuzz {
namespace {

constexpr std::string_view himeno_case =
    "name: a\n"
    "solver: himeno\n"
    "grid: { preset: XS }\n"
    "run: { sweeps: 3 }\n";

constexpr std::string_view poisson_case =
    "name: a\n"
    "solver: poisson\n"
    "grid: { cells: [4, 5, 6], extent: { x: [0, 2] } }\n"
    "boundary: { x: periodic, y: { lower: neumann, upper: { dirichlet: \"sin(pi*x)\" } } }\n"
    "source: \"exp(-x^2)\"\n";

/// The arguments of a command line hold no NUL byte.
std::vector<std::string> lines_of(std::string_view text)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t length =
            std::min(text.find_first_of(std::string_view{"\n\0", 2}), text.size());
        lines.emplace_back(text.substr(0, length));
        text.remove_prefix(std::min(length + 1, text.size()));
    }
    return lines;
}

}  // namespace

int overrides(Bytes bytes)
{
    const std::vector<std::string> settings = lines_of(text_of(bytes));
    static_cast<void>(read_any_case(himeno_case, settings));
    return read_any_case(poisson_case, settings);
}

}  // namespace tobiuo::fuzz
