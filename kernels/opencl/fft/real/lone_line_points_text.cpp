#include "kernels/opencl/fft/real/lone_line_points_text.hpp"

#include <numbers>

#include "kernels/opencl/fft/pass/lines_text.hpp"
#include "kernels/opencl/fft/pass/prelude.hpp"

namespace tobiuo::opencl {

using fft::Makhoul;
using fft::TypeOne;

void LoneLinePointsText::begin(const fft::Lines& lines) const
{
    text_.line("const long offset = ", offset_of(lines, "(first_line + line)"), ";");
}

std::string LoneLinePointsText::read(const std::string& place) const
{
    return words("in[offset + (long)(", place, ") * ", long_literal(pass_.source.step), "]");
}

void LoneLinePointsText::write(const std::string& place, const std::string& value) const
{
    const double scale = pass_.pairs.scale;
    text_.line("out[offset + (long)(", place, ") * ", long_literal(pass_.sink.step),
               "] = ", scale != 1.0 ? words(real_literal(scale, precision_), " * ") : "", value,
               ";");
}

std::string LoneLinePointsText::coefficient(const std::string& number) const
{
    return form_.reversed() ? words("(", form_.points - 1, "u - ", number, ")") : number;
}

LoneLinePointsText::Value LoneLinePointsText::value_of(int part, const Point& point,
                                                       int spread) const
{
    if (form_.makhoul == Makhoul::halfway) {
        const std::string twice = words("2u * ", point.number());
        return part == 0 ? Value{words("(", twice, ")"), "", ""}
                         : Value{words("(", form_.points - 1, "u - ", twice, ")"),
                                 form_.sine ? "-" : "", ""};
    }
    // LoneLine::front() and back() are linear in the number of the value.
    const std::string at = words("(2u * ", point.number(), " + ", part, "u)");
    const int slope = form_.slope();
    const int skipped = -form_.front(0);
    const std::string front = words("(", slope, "u * ", at, " - ", skipped, "u)");
    const std::string back = words("(", form_.back(0), "u - ", slope, "u * ", at, ")");
    const int length = form_.pairs();
    const std::string exists = form_.type_one == TypeOne::dst
                                   ? words("(", at, " != 0u && ", at, " != ", length, "u)")
                                   : "";
    if (2 * (point.ahead + spread) <= length) {
        return {front, "", exists};
    }
    if (2 * point.ahead + part >= length) {
        return {back, form_.sine ? "-" : "", exists};
    }
    const std::string behind = words("(", at, " >= ", length, "u)");
    return {words("(", behind, " ? ", back, " : ", front, ")"),
            form_.sine ? words("(", behind, " ? (Real)-1 : (Real)1) * ") : "", exists};
}

void LoneLinePointsText::load(const Point& point, int spread) const
{
    if (form_.unfolds()) {
        return load_coefficients(point);
    }
    const std::string value = point.value();
    for (const int part : {0, 1}) {
        const Value own = value_of(part, point, spread);
        const std::string sample = words(own.sign, read(own.place));
        text_.line(value, part == 0 ? ".x = " : ".y = ",
                   own.exists.empty() ? sample : words(own.exists, " ? ", sample, " : 0"), ";");
    }
    if (form_.makhoul == Makhoul::halfway) {
        text_.line(value, " = multiply(", value, ", split_twiddles[", point.number(), "]);");
    }
}

/// Coefficients k and n - k, and 0 and M at point 0.
void LoneLinePointsText::load_coefficients(const Point& point) const
{
    const std::string value = point.value();
    const std::string root = real_literal(std::numbers::sqrt2, precision_);
    text_.open();
    text_.line("const uint k = ", point.number(), ";");
    text_.line("const uint other = k == 0u ? ", form_.pairs(), "u : ", form_.points, "u - k;");
    text_.line("const Complex both = (Complex)(", read(coefficient("k")), ", ",
               read(coefficient("other")), ");");
    text_.line(value, " = k == 0u ? (Complex)(both.x, ", root,
               " * both.y) : multiply((Complex)(both.x, -both.y), "
               "conjugate(split_twiddles[k]));");
    text_.close();
}

void LoneLinePointsText::give(const Point& point, int spread, const Put& put) const
{
    const std::string value = point.value();
    if (form_.makhoul == Makhoul::halfway) {
        const std::string twice = words("(2u * ", point.number(), ")");
        text_.line("const Complex both = multiply(", value, ", split_twiddles[", point.number(),
                   "]);");
        put(coefficient(twice), "both.x");
        put(coefficient(words("(", form_.points - 1, "u - ", twice, ")")), "-both.y");
        return;
    }
    for (const int part : {0, 1}) {
        const Value own = value_of(part, point, spread);
        put(own.place, words(own.sign, value, part == 0 ? ".x" : ".y"));
    }
}

void LoneLinePointsText::store_folded(const std::string& value) const
{
    if (form_.type_one == TypeOne::dct) {
        return write("k", words(value, ".x"));
    }
    if (form_.type_one == TypeOne::dst) {
        return write("(k - 1u)", words("-", value, ".y"));
    }
    text_.line("const Complex both = multiply(", value, ", split_twiddles[k]);");
    write(coefficient("k"), "both.x");
    write(coefficient(words("(", form_.points, "u - k)")), "-both.y");
}

void LoneLinePointsText::store_ends(const std::string& first, const std::string& last) const
{
    if (form_.type_one == TypeOne::dst) {
        return;
    }
    const std::string root = real_literal(std::numbers::sqrt2 / 2.0, precision_);
    write(coefficient("0u"), first);
    write(coefficient(words(form_.pairs(), "u")),
          form_.type_one == TypeOne::dct ? last : words(root, " * ", last));
}

}  // namespace tobiuo::opencl
