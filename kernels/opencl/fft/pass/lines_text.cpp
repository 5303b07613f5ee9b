#include "kernels/opencl/fft/pass/lines_text.hpp"

namespace tobiuo::opencl {

std::string offset_of(const fft::Lines& lines, const std::string& line)
{
    if (lines.inner == 1) {
        return words(line, " * ", long_literal(lines.outer_step));
    }
    if (lines.count <= lines.inner) {
        return words(line, " * ", long_literal(lines.inner_step));
    }
    const bool is_small = lines.count < (1LL << 31);
    const std::string number = is_small ? words("(uint)(", line, ")") : line;
    const std::string inner = is_small ? words(lines.inner, "u") : long_literal(lines.inner);
    return words("(long)(", number, " / ", inner, ") * ", long_literal(lines.outer_step),
                 " + (long)(", number, " % ", inner, ") * ", long_literal(lines.inner_step));
}

std::string digit_of(const std::string& value, long long divisor, long long modulus)
{
    const std::string whole = divisor == 1 ? value : words(value, " / ", long_literal(divisor));
    return modulus == 1 ? std::string{"0L"} : words("(", whole, " % ", long_literal(modulus), ")");
}

bool all_lines_exist(const fft::PassForm& pass)
{
    return pass.source.count % pass.block.transforms_per_block == 0;
}

void for_lines(const fft::PassForm& pass, Text& text, const std::function<void()>& body)
{
    const bool all = all_lines_exist(pass);
    if (!all) {
        text.open("if (first_line + line < ", long_literal(pass.source.count), ")");
    }
    body();
    if (!all) {
        text.close();
    }
}

void clear_points(const fft::PassForm& pass, Text& text)
{
    for (int place = 0; place < pass.elements_per_thread(); ++place) {
        text.line("point[", place, "] = (Complex)(0, 0);");
    }
}

}  // namespace tobiuo::opencl
