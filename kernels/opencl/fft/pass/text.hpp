// SPDX-License-Identifier: BSD-3-Clause
// OpenCL C as text: lines with their indentation, and the words that they are made of.
#pragma once

#include <locale>
#include <sstream>
#include <string>
#include <string_view>

namespace tobiuo::opencl {

/// The parts as one text; numbers are written in digits.
template <typename... Parts>
[[nodiscard]] std::string words(const Parts&... parts)
{
    std::ostringstream text;
    text.imbue(std::locale::classic());
    static_cast<void>((text << ... << parts));
    return text.str();
}

/// A literal of OpenCL's type long or uint.
[[nodiscard]] inline std::string long_literal(long long value)
{
    return words(value, "L");
}
[[nodiscard]] inline std::string uint_literal(unsigned value)
{
    return words(value, "u");
}

/// Collects the lines of a program.
class Text {
public:
    template <typename... Parts>
    void line(const Parts&... parts)
    {
        text_.append(4 * depth_, ' ').append(words(parts...)).append("\n");
    }

    /// Writes `parts` and a brace, and indents until close().
    template <typename... Parts>
    void open(const Parts&... parts)
    {
        line(parts..., sizeof...(parts) > 0 ? " {" : "{");
        ++depth_;
    }
    void close()
    {
        --depth_;
        line("}");
    }

    /// Appends lines that are not indented.
    void append(std::string_view lines) { text_.append(lines); }

    [[nodiscard]] const std::string& str() const { return text_; }

private:
    std::string text_;
    std::size_t depth_ = 0;
};

}  // namespace tobiuo::opencl
