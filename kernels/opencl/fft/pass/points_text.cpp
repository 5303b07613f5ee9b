// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/opencl/fft/pass/points_text.hpp"

#include "kernels/opencl/fft/pass/lines_text.hpp"

namespace tobiuo::opencl {
namespace {

using fft::Chirp;
using fft::Part;
using fft::Side;

}  // namespace

void PointsText::begin(const fft::Lines& lines, const Part& part) const
{
    text_.line("const long number = first_line + line;");
    text_.line("const long offset = ", offset_of(lines, "number"), ";");
    if (part.length > 0) {
        text_.line("const long part_of_long = ", digit_of("number", part.divisor, part.stride),
                   ";");
    }
}

void PointsText::begin_source() const
{
    begin(pass_.source, pass_.source_part);
}

void PointsText::begin_sink() const
{
    begin(pass_.sink, pass_.sink_part);
}

std::string PointsText::source_at(int ahead) const
{
    const long long step = pass_.source.step;
    return words("in[offset + j * ", long_literal(step), " + ", long_literal(ahead * step), "]");
}

std::string PointsText::sink_at(int ahead) const
{
    const long long step = pass_.sink.step;
    return words("out[offset + j * ", long_literal(step), " + ", long_literal(ahead * step), "]");
}

std::string PointsText::index(const Part& part, const Point& point)
{
    return part.length > 0
               ? words("(", point.number(), " * ", long_literal(part.stride), " + part_of_long)")
               : point.number();
}

long long PointsText::length(const Part& part) const
{
    return part.length > 0 ? part.length : pass_.points;
}

std::string PointsText::existing(const Part& part, const Point& point) const
{
    std::string condition;
    if (pass_.bluestein) {
        condition = words(point.number(), " < ", pass_.points, "u");
    }
    if (part.length > 0 && pass_.points * part.stride > part.length) {
        condition += words(condition.empty() ? "" : " && ", index(part, point), " < ",
                           long_literal(part.length));
    }
    return condition;
}

void PointsText::multiply_by_chirp(const Part& part, const Point& point) const
{
    text_.line(point.value(), " = multiply(", point.value(), ", chirp[", index(part, point), "]);");
}

void PointsText::multiply_by_twiddle(const Point& point) const
{
    const fft::Twiddle& twiddle = pass_.twiddle;
    const int bits = twiddle.low_bits();
    text_.open();
    text_.line("const long m = ", digit_of("number", twiddle.divisor, twiddle.second), " * ",
               point.number(), ";");
    text_.line(point.value(), " = multiply(", point.value(), ", multiply(twiddle_low[m & ",
               long_literal((1LL << bits) - 1), "], twiddle_high[m >> ", bits, "]));");
    text_.close();
}

void PointsText::load_raw(const Point& point) const
{
    const std::string value = point.value();
    const Part& part = pass_.source_part;
    switch (pass_.source_side) {
        case Side::real:
            text_.line(value, " = (Complex)(", source_at(point.ahead), ", 0);");
            return;
        case Side::pairs:
            text_.line(value, " = in[offset / 2 + j + ", long_literal(point.ahead), "];");
            return;
        case Side::spectrum: {
            // `start` is the begin of the long line, from which the mirrored point is counted.
            const std::string step = long_literal(pass_.source.step / part.stride);
            const std::string whole = long_literal(length(part));
            text_.open();
            text_.line("const long n = ", index(part, point), ";");
            text_.line("const bool mirrored = n > ", whole, " / 2;");
            text_.line("const long start = offset",
                       part.length > 0 ? words(" - part_of_long * ", step) : "", ";");
            text_.line(value, " = in[mirrored ? start + (", whole, " - n) * ", step,
                       " : start + n * ", step, "];");
            text_.line(value, ".y = n == 0 || 2 * n == ", whole, " ? 0 : mirrored ? -", value,
                       ".y : ", value, ".y;");
            text_.close();
            return;
        }
        default:
            text_.line(value, " = ", source_at(point.ahead), ";");
    }
}

void PointsText::load(const Point& point) const
{
    const std::string value = point.value();
    const Part& part = pass_.source_part;
    const std::string condition = existing(part, point);
    if (!condition.empty()) {
        text_.line(value, " = (Complex)(0, 0);");
        text_.open("if (", condition, ")");
    }
    load_raw(point);
    if (pass_.inverse != (part.chirp == Chirp::inverse)) {
        text_.line(value, " = ", value, ".yx;");
    }
    if (pass_.bluestein || part.chirp != Chirp::none) {
        multiply_by_chirp(part, point);
    }
    if (pass_.twiddle.length > 0 && pass_.twiddle_first) {
        multiply_by_twiddle(point);
    }
    if (!condition.empty()) {
        text_.close();
    }
}

void PointsText::put(const Point& point) const
{
    const std::string value = point.value();
    switch (pass_.sink_side) {
        case Side::real:
            text_.line(sink_at(point.ahead), " = ", value, ".x;");
            return;
        case Side::pairs:
            text_.line("out[offset / 2 + j + ", long_literal(point.ahead), "] = ", value, ";");
            return;
        case Side::spectrum: {
            const std::string whole = long_literal(length(pass_.sink_part));
            text_.open();
            text_.line("const long k = ", index(pass_.sink_part, point), ";");
            text_.open("if (k <= ", whole, " / 2)");
            text_.line(value, ".y = k == 0 || 2 * k == ", whole, " ? 0 : ", value, ".y;");
            text_.line(sink_at(point.ahead), " = ", value, ";");
            text_.close();
            text_.close();
            return;
        }
        default:
            text_.line(sink_at(point.ahead), " = ", value, ";");
    }
}

void PointsText::store(const Point& point) const
{
    const std::string value = point.value();
    const Part& part = pass_.sink_part;
    const std::string condition = existing(part, point);
    if (!condition.empty()) {
        text_.open("if (", condition, ")");
    }
    if (pass_.bluestein) {
        text_.line(value, " = multiply(", value, ", chirp[", point.number(), "]);");
    }
    if (pass_.twiddle.length > 0 && !pass_.twiddle_first) {
        multiply_by_twiddle(point);
    }
    if (pass_.inverse) {
        text_.line(value, " = ", value, ".yx;");
    }
    if (part.chirp != Chirp::none) {
        multiply_by_chirp(part, point);
    }
    if (part.chirp == Chirp::inverse) {
        text_.line(value, " = ", value, ".yx;");
    }
    put(point);
    if (!condition.empty()) {
        text_.close();
    }
}

void PointsText::filter(const Point& point) const
{
    const fft::Convolution& whole = pass_.convolution;
    const std::string row =
        whole.points > 0
            ? words(digit_of("(first_line + line)", whole.divisor, whole.first * whole.second),
                    " * ", long_literal(pass_.block.length), " + ")
            : "";
    text_.line(point.value(), " = multiply(", point.value(), ", filter[", row, point.number(),
               "]).yx;");
}

}  // namespace tobiuo::opencl
