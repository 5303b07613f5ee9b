// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/problem_words.hpp"

#include <array>
#include <charconv>
#include <cstddef>

namespace tobiuo {

std::string six_digits(double value)
{
    std::array<char, 32> text{};
    const auto [end, error] =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 6);
    static_cast<void>(error);  // 32 characters hold six digits of any double
    return {text.data(), end};
}

std::string axis_name(int axis)
{
    return std::string{"xyz"[static_cast<std::size_t>(axis)]};
}

}  // namespace tobiuo
