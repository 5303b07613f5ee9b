// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/opencl/fft/real/lone_line_text.hpp"

#include <functional>
#include <numbers>
#include <string>

#include "kernels/opencl/fft/pass/block_text.hpp"
#include "kernels/opencl/fft/pass/lines_text.hpp"
#include "kernels/opencl/fft/pass/prelude.hpp"

namespace tobiuo::opencl {
namespace {

using fft::Makhoul;
using fft::PassForm;
using fft::TypeOne;

class LoneLineText {
public:
    LoneLineText(const PassForm& pass, Precision precision, Text& text)
        : pass_{pass},
          form_{pass.lone_line()},
          text_{text},
          loaded_{pass.block, text},
          stored_{given_block_of(pass), text},
          points_{pass, precision, text}
    {
    }

    void write() const
    {
        load();
        if (form_.unfolds()) {
            barrier(text_);
            unfold();
        }
        transform_lines(pass_, pass_.block, form_.unfolds(), text_);
        if (form_.unfolds()) {
            swap_back();
        }
        if (form_.folds()) {
            fold();
        } else if (stored_.form().contiguous(end())) {
            gather();
        } else {
            store();
        }
    }

private:
    [[nodiscard]] int end() const { return given_stage_of(pass_); }
    [[nodiscard]] int spread() const { return stored_.form().butterflies(end()); }

    /// Writes `body` for the points that a line has.
    void each_point(const BlockText& block, int stage,
                    const std::function<void(const Point&)>& body) const
    {
        block.each_point(stage, [&](const Point& point) {
            text_.open(if_point(pass_, point));
            body(point);
            text_.close();
        });
    }

    void each_stored(const std::function<void(const Point&)>& body) const
    {
        stored_.phase(end(), [&] {
            for_lines(pass_, text_, [&] {
                points_.begin_sink();
                each_point(stored_, end(), body);
            });
        });
    }

    void load() const
    {
        loaded_.phase(0, [&] {
            if (!all_lines_exist(pass_) || pass_.bluestein) {
                clear_points(pass_, text_);
            }
            for_lines(pass_, text_, [&] {
                points_.begin_source();
                each_point(loaded_, 0, [&](const Point& point) {
                    points_.load(point, pass_.block.butterflies(0));
                });
            });
            if (form_.unfolds()) {
                loaded_.share(0);
            }
        });
    }

    /// Makes the transform of pairs out of half a spectrum. It is transformed back, so the values
    /// are swapped.
    void unfold() const
    {
        loaded_.phase(0, [&] {
            each_point(loaded_, 0, [&](const Point& point) {
                const std::string value = point.value();
                text_.line(value, " = unfolded(", value, ", ",
                           loaded_.mirrored(0, point.ahead, form_.pairs()), ", shift_twiddles[",
                           point.number(), "], ", point.number(), " == 0u).yx;");
            });
        });
    }

    void swap_back() const
    {
        stored_.phase(end(), [&] {
            stored_.each_point(end(), [&](const Point& point) {
                text_.line(point.value(), " = ", point.value(), ".yx;");
            });
        });
    }

    /// Folds the transform to half a spectrum and stores the coefficients.
    void fold() const
    {
        if (pass_.block.stages > 1) {
            barrier(text_);
        }
        stored_.phase(end(), [&] { stored_.share(end()); });
        barrier(text_);
        each_stored([&](const Point& point) {
            text_.line("const uint k = ", point.number(), ";");
            text_.line("const Complex z = ", point.value(), ";");
            text_.open("if (k == 0u)");
            points_.store_ends("(z.x + z.y)", "(z.x - z.y)");
            text_.close();
            text_.open("else");
            text_.line("const Complex value = folded(z, ",
                       stored_.mirrored(end(), point.ahead, form_.pairs()),
                       ", shift_twiddles[k]);");
            points_.store_folded("value");
            text_.close();
        });
    }

    /// Stores results from the work items that have them.
    void store() const
    {
        each_stored([&](const Point& point) {
            points_.give(point, spread(), [&](const std::string& place, const std::string& value) {
                points_.write(place, value);
            });
        });
    }

    /// Stores results from local memory: value j of a line is a part of its element j modulo M.
    void gather() const
    {
        const std::string half = words(form_.pairs(), "u");
        barrier(text_);
        each_stored([&](const Point& point) {
            points_.give(point, spread(), [&](const std::string& place, const std::string& value) {
                text_.open();
                text_.line("const uint at = ", place, ";");
                text_.open("if (at < ", half, ")");
                text_.line("shared[", stored_.place_of("line", "at"), "].x = ", value, ";");
                text_.close();
                text_.open("else");
                text_.line("shared[", stored_.place_of("line", words("(at - ", half, ")")),
                           "].y = ", value, ";");
                text_.close();
                text_.close();
            });
        });
        barrier(text_);
        each_stored([&](const Point& point) {
            text_.line("const Complex pair = ", stored_.point_ahead(point.ahead), ";");
            points_.write(point.number(), "pair.x");
            points_.write(words("(", point.number(), " + ", half, ")"), "pair.y");
        });
    }

    const PassForm& pass_;
    fft::LoneLine form_;
    Text& text_;
    BlockText loaded_;
    BlockText stored_;
    LoneLinePointsText points_;
};

}  // namespace

void write_lone_lines(const PassForm& pass, Precision precision, Text& text)
{
    LoneLineText{pass, precision, text}.write();
}

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
