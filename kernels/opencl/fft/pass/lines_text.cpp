// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/opencl/fft/pass/lines_text.hpp"

namespace tobiuo::opencl {
namespace {

/// Writes the convolution with a chirp from the registers of stage 0 to these registers, see
/// fft::transform_by_chirp().
void transform_by_chirp(const fft::PassForm& pass, bool used, Text& text)
{
    const int end = pass.block.stages - 1;
    const BlockText there{pass.block, text};
    const BlockText back{pass.block.reversed(), text};
    there.phase(0, [&] {
        there.each_point(0, [&](const Point& point) {
            text.line(point.value(), " = ", point.number(), " < ", pass.transform_points(),
                      "u ? multiply(", point.value(), ", chirp[", point.number(),
                      "]) : (Complex)(0, 0);");
        });
    });
    there.transform(1, used);
    there.phase(end, [&] {
        there.each_point(end, [&](const Point& point) {
            text.line(point.value(), " = multiply(", point.value(), ", filter[", point.number(),
                      "]).yx;");
        });
    });
    back.transform(1, true);
    back.phase(end, [&] {
        back.each_point(end, [&](const Point& point) {
            text.open(if_point(pass, point));
            text.line(point.value(), " = multiply(", point.value(), ".yx, chirp[", point.number(),
                      "]);");
            text.close();
        });
    });
}

}  // namespace

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

fft::KernelConfig last_block_of(const fft::PassForm& pass)
{
    return pass.transforms_twice() ? pass.block.reversed() : pass.block;
}

int given_stage_of(const fft::PassForm& pass)
{
    return pass.bluestein ? 0 : pass.block.stages - 1;
}

fft::KernelConfig given_block_of(const fft::PassForm& pass)
{
    return pass.bluestein ? pass.block : last_block_of(pass);
}

std::string if_point(const fft::PassForm& pass, const Point& point)
{
    return pass.bluestein ? words("if (", point.number(), " < ", pass.transform_points(), "u)")
                          : "";
}

void transform_lines(const fft::PassForm& pass, const fft::KernelConfig& form, bool used,
                     Text& text)
{
    if (pass.bluestein) {
        transform_by_chirp(pass, used, text);
    } else {
        BlockText{form, text}.transform(1, used);
    }
}

}  // namespace tobiuo::opencl
