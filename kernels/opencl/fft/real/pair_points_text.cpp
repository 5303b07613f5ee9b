// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/opencl/fft/real/pair_points_text.hpp"

#include "kernels/opencl/fft/pass/lines_text.hpp"
#include "kernels/opencl/fft/pass/prelude.hpp"

namespace tobiuo::opencl {

using fft::Makhoul;

long long PairPointsText::partner(const fft::Lines& lines) const
{
    return pairs_.group * (lines.inner == 1 ? lines.outer_step : lines.inner_step);
}

bool PairPointsText::has_second_always() const
{
    return pairs_.row_lines % (2LL * pairs_.group) == 0;
}

void PairPointsText::begin(const fft::Lines& lines, const std::string& number) const
{
    text_.line("const long number = ", number, ";");
    text_.line("const uint pair = (uint)",
               lines.count <= pairs_.row_pairs
                   ? std::string{"number"}
                   : words("(number % ", long_literal(pairs_.row_pairs), ")"),
               ";");
    if (has_second_always()) {
        text_.line("const bool second = true;");
    } else {
        text_.line("const bool second = (long)pair + (long)(pair / ", pairs_.group, "u * ",
                   pairs_.group, "u) + ", pairs_.group, " < ", long_literal(pairs_.row_lines), ";");
    }
    text_.line("const long offset = ", offset_of(lines, "number"),
               pairs_.separate_reals
                   ? words(" + (long)(pair / ", pairs_.group, "u) * ", long_literal(partner(lines)))
                   : "",
               ";");
}

PairPointsText::Sample PairPointsText::sample_of(const Point& point, int spread) const
{
    const int front = (pass_.points + 1) / 2;
    const bool changes_sign = pairs_.sine != (pairs_.makhoul == Makhoul::halfway);
    const std::string n = point.number();
    if (pairs_.makhoul == Makhoul::none) {
        return {n, ""};
    }
    const std::string in_front = words("(2u * ", n, ")");
    const std::string behind = words("(", 2 * pass_.points - 1, "u - 2u * ", n, ")");
    if (point.ahead + spread <= front) {
        return {in_front, ""};
    }
    if (point.ahead >= front) {
        return {behind, changes_sign ? "-" : ""};
    }
    const std::string is_behind = words("(", n, " >= ", front, "u)");
    return {words("(", is_behind, " ? ", behind, " : ", in_front, ")"),
            changes_sign ? words("(", is_behind, " ? (Real)-1 : (Real)1) * ") : ""};
}

void PairPointsText::load_sample(const Point& point, int spread) const
{
    const Sample sample = sample_of(point, spread);
    const std::string value = point.value();
    read(value, sample.place);
    if (!sample.sign.empty()) {
        text_.line(value, " = ", sample.sign, value, ";");
    }
    if (pairs_.makhoul == Makhoul::halfway) {
        text_.line(value, " = multiply(", value, ", shift_twiddles[", point.number(), "]);");
    }
}

std::string PairPointsText::name_sample(const Point& point, int spread) const
{
    const Sample sample = sample_of(point, spread);
    const std::string value = pairs_.makhoul == Makhoul::halfway
                                  ? words("multiply(", point.value(), ", conjugate(shift_twiddles[",
                                          point.number(), "]))")
                                  : point.value();
    text_.line("const Complex sample = ", sample.sign, value, ";");
    return sample.place;
}

std::string PairPointsText::coefficient_place(const Point& point) const
{
    return pairs_.reversed ? words("(", pass_.points - 1, "u - ", point.number(), ")")
                           : point.number();
}

void PairPointsText::read(const std::string& value, const std::string& place) const
{
    const std::string at = words("offset + (long)", place, " * ", long_literal(pass_.source.step));
    if (pairs_.separate_reals) {
        text_.line(value, " = (Complex)(in[", at, "], in[", at, " + (second ? ",
                   long_literal(partner(pass_.source)), " : 0L)]);");
        return;
    }
    text_.line(value, " = in[", at, "];");
    if (!has_second_always()) {
        text_.line(value, ".y = second ? ", value, ".y : 0;");
    }
}

void PairPointsText::write(const std::string& place, const std::string& value) const
{
    text_.open();
    text_.line("const long at = offset + (long)", place, " * ", long_literal(pass_.sink.step), ";");
    text_.line("const Complex both = ",
               pairs_.scale != 1.0 ? words(real_literal(pairs_.scale, precision_), " * ") : "",
               value, ";");
    if (pairs_.separate_reals) {
        text_.line("out[at] = both.x;");
        text_.open("if (second)");
        text_.line("out[at + ", long_literal(partner(pass_.sink)), "] = both.y;");
        text_.close();
    } else {
        text_.line("out[at] = both;");
    }
    text_.close();
}

}  // namespace tobiuo::opencl
