// SPDX-License-Identifier: BSD-3-Clause
// The begin of a pass by DCT-I or DST-I, as OpenCL C: see fft::TypeOnePreprocess.
#include "kernels/opencl/fft/real/type_one_text.hpp"

namespace tobiuo::opencl {
namespace {

/// auxiliary() of a sample and its mirror.
std::string auxiliary(const std::string& sine, const std::string& sample, const std::string& mirror,
                      bool back)
{
    return words("auxiliary(", sine, ", ", sample, ", ", mirror, ", ", back ? "true" : "false",
                 ")");
}

}  // namespace

void TypeOneBeginText::make(bool back) const
{
    load();
    if (frame_.loaded.self_mirrored) {
        make_of_own(back);
    } else {
        barrier(text_);
        make_shared(0, true, back);
    }
}

void TypeOneBeginText::load() const
{
    const long long count = frame_.pass.source.count;
    loaded_.phase(0, [&] {
        points_.begin_source(words("first_line + line < ", long_literal(count),
                                   " ? first_line + line : first_line"));
        loaded_.each_point(0, [&](const Point& point) {
            const std::string condition = frame_.if_has(point.number(), point.ahead == 0);
            if (!condition.empty()) {
                text_.line(point.value(), " = (Complex)(0, 0);");
            }
            text_.open(condition);
            points_.read(point.value(), frame_.place_of(point.number()));
            text_.close();
        });
        if (!frame_.loaded.self_mirrored) {
            loaded_.share(0);
        }
        if (frame_.sequence.has(frame_.length)) {
            text_.open("if (", loaded_.thread_in_transform(0), " == 0u)");
            text_.line("Complex last;");
            points_.read("last", words(frame_.length, "u"));
            text_.line("lasts[line] = last;");
            text_.close();
        }
    });
}

/// Stores a work item's share of coefficient 1 of a DCT-I, which is in `sum`.
void TypeOneBeginText::keep_term(int stage, bool back) const
{
    if (frame_.sequence.has_start()) {
        text_.line("terms[", loaded_.thread_in_transform(stage), " * ",
                   frame_.loaded.transforms_per_block, "u + line] = ", back ? "2 * " : "", "sum;");
    }
}

/// Makes the sequence at the points of a stage, in registers, from samples in local memory; if
/// `own`, a work item's own samples are in registers.
void TypeOneBeginText::make_shared(int stage, bool own, bool back) const
{
    loaded_.phase(stage, [&] {
        text_.line("Complex sum = (Complex)(0, 0);");
        loaded_.each_point(stage, [&](const Point& point) {
            const bool may_be_first = point.ahead == 0;
            const std::string condition = frame_.if_has(point.number(), may_be_first);
            text_.open();
            text_.line("const Complex sample = ",
                       own ? point.value() : loaded_.point_ahead(point.ahead), ";");
            text_.line(point.value(), " = (Complex)(0, 0);");
            text_.open(condition);
            text_.line("const Complex twiddle = shift_twiddles[", point.number(), "];");
            const std::string behind =
                loaded_.point_behind(frame_.length, point.ahead, frame_.loaded.butterflies(stage));
            const std::string first = may_be_first ? "j == 0u ? " : "";
            text_.line("const Complex mirror = ",
                       may_be_first ? words(first, "lasts[line] : ") : "", behind, ";");
            if (frame_.sequence.has_start()) {
                text_.line(
                    "sum += ", may_be_first ? words(first, "0.5f * (sample - mirror) : ") : "",
                    "twiddle.x * sample;");
            }
            text_.line(point.value(), " = ", auxiliary("-twiddle.y", "sample", "mirror", back),
                       ";");
            text_.close();
            text_.close();
        });
        keep_term(stage, back);
    });
}

/// Makes the sequence in stage 0 of a self-mirrored configuration.
void TypeOneBeginText::make_of_own(bool back) const
{
    const int radix = frame_.loaded.radices[0];
    const int threads = frame_.loaded.threads_per_transform;
    loaded_.phase(0, [&] {
        text_.line("const uint own = ", loaded_.thread_in_transform(0), ";");
        text_.open("if (own == 0u)");
        bring_mirrors_together();
        text_.close();
        // In the front half, work item 0 has the points of the butterfly in the middle.
        text_.line("const uint front = own == 0u ? ", threads, "u : own;");
        text_.line("Complex sum = (Complex)(0, 0);");
        for (int n = 0; n < radix; ++n) {
            const bool is_centre = n == radix / 2;
            const std::string at = words("point[", n, "]");
            const std::string mirror = words("point[", 2 * radix - 1 - n, "]");
            text_.open();
            text_.line("const Complex twiddle = shift_twiddles[", n < radix / 2 ? "front" : "own",
                       " + ", n * 2 * threads, "u];");
            text_.line("const Complex a = ", at, ";");
            text_.line("const Complex b = ", mirror, ";");
            text_.line("Complex term = twiddle.x * (a - b);");
            text_.line(at, " = ",
                       auxiliary("-twiddle.y", "a", is_centre ? "(own == 0u ? a : b)" : "b", back),
                       ";");
            text_.line(mirror, " = ", auxiliary("-twiddle.y", "b", "a", back), ";");
            if (is_centre) {
                write_centre(back);
            }
            text_.line("sum += term;");
            text_.close();
        }
        text_.open("if (own == 0u)");
        take_mirrors_apart();
        text_.close();
        keep_term(0, back);
    });
}

/// The points length / 2 and 0, which work item 0 has.
void TypeOneBeginText::write_centre(bool back) const
{
    const std::string mirror = words(
        "point[",
        frame_.loaded.radices[0] - 1 + frame_.loaded.radices[0] - frame_.loaded.radices[0] / 2,
        "]");
    text_.open("if (own == 0u)");
    if (frame_.sequence.has_start()) {
        text_.line("const Complex last = lasts[line];");
        text_.line(mirror, " = ", auxiliary("0", "b", "last", back), ";");
        text_.line("term = 0.5f * (b - last);");
    } else {
        text_.line(mirror, " = (Complex)(0, 0);");
    }
    text_.close();
}

/// See fft::TypeOnePreprocess: after an exchange of the first half of both butterflies of work item
/// 0, places n and 2 radix - 1 - n hold mirrors.
void TypeOneBeginText::bring_mirrors_together() const
{
    const int radix = frame_.loaded.radices[0];
    text_.line("const Complex zero = point[0];");
    for (int n = 0; n < radix / 2; ++n) {
        text_.line("const Complex second", n, " = point[", radix + n, "];");
        text_.line("point[", radix + n,
                   "] = ", n + 1 < radix / 2 ? words("point[", n + 1, "]") : "zero", ";");
        text_.line("point[", n, "] = second", n, ";");
    }
}

void TypeOneBeginText::take_mirrors_apart() const
{
    const int radix = frame_.loaded.radices[0];
    text_.line("const Complex zero = point[", radix + radix / 2 - 1, "];");
    for (int n = radix / 2 - 1; n >= 0; --n) {
        text_.line("const Complex second", n, " = point[", n, "];");
        text_.line("point[", n, "] = ", n > 0 ? words("point[", radix + n - 1, "]") : "zero", ";");
        text_.line("point[", radix + n, "] = second", n, ";");
    }
}

}  // namespace tobiuo::opencl
