// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/opencl/fft/pass/block_text.hpp"

namespace tobiuo::opencl {
namespace {

/// Writes `put(r, factor)` for the factors base w^(r - first), r = first ... radix - 1, in steps of
/// four powers of w; `base` is a variable of the text.
template <typename Put>
void each_power(Text& text, int radix, int first, const std::string& base, const Put& put)
{
    text.open();
    text.line("Complex power = ", base, ";");
    for (int r = first; r < radix; r += 4) {
        put(r, "power");
        for (int more = 1; more < 4 && r + more < radix; ++more) {
            put(r + more, words("multiply(power, w", more, ")"));
        }
        if (r + 4 < radix) {
            text.line("power = multiply(power, w4);");
        }
    }
    text.close();
}

}  // namespace

void barrier(Text& text)
{
    text.line("barrier(CLK_LOCAL_MEM_FENCE);");
}

std::string BlockText::thread_in_transform(int stage) const
{
    return form_.contiguous(stage) ? words("(thread % ", form_.threads_per_transform, "u)")
                                   : words("(thread / ", form_.transforms_per_block, "u)");
}

void BlockText::phase(int stage, const std::function<void()>& body) const
{
    text_.open();
    if (form_.contiguous(stage)) {
        text_.line("const uint line = thread / ", form_.threads_per_transform, "u;");
    } else {
        text_.line("const uint line = thread % ", form_.transforms_per_block, "u;");
    }
    body();
    text_.close();
}

void BlockText::each_butterfly(int stage, const std::function<void(int first)>& body) const
{
    const std::string own = thread_in_transform(stage);
    const int threads = form_.threads_per_transform;
    for (int round = 0; round < form_.rounds(stage); ++round) {
        text_.open();
        if (form_.self_mirrored && stage == 0 && round > 0) {
            text_.line("const uint j = ", threads, "u + (", own, " == 0u ? 0u : ", threads, "u - ",
                       own, ");");
        } else {
            text_.line("const uint j = ", own, " + ", round * threads, "u;");
        }
        if (!form_.full(stage)) {
            text_.open("if (j < ", form_.butterflies(stage), "u)");
        }
        body(round * form_.radices[stage]);
        if (!form_.full(stage)) {
            text_.close();
        }
        text_.close();
    }
}

void BlockText::each_point(int stage, const std::function<void(const Point&)>& body) const
{
    each_butterfly(stage, [&](int first) {
        for (int r = 0; r < form_.radices[stage]; ++r) {
            body({first + r, r * form_.butterflies(stage)});
        }
    });
}

void BlockText::read(int stage) const
{
    each_point(stage, [&](const Point& point) {
        text_.line(point.value(), " = ", point_ahead(point.ahead), ";");
    });
}

void BlockText::share(int stage) const
{
    each_point(stage, [&](const Point& point) {
        text_.line(point_ahead(point.ahead), " = ", point.value(), ";");
    });
}

std::string BlockText::place_of(const std::string& line, const std::string& number) const
{
    if (!form_.lies_contiguous()) {
        return words("(", number, ") * ", form_.transforms_per_block, "u + ", line);
    }
    const std::string place = words(line, " * ", form_.pitch(), "u + (", number, ")");
    return form_.pad > 0 ? words(place, " + (", number, ") / ", form_.pad, "u") : place;
}

std::string BlockText::point_ahead(int ahead, const std::string& base, int unit) const
{
    const int pad = form_.pad;
    const auto at = [&](int distance) {
        return words("shared[", place_of("line", base), " + ", distance, "]");
    };
    if (!form_.lies_contiguous()) {
        return at(ahead * form_.transforms_per_block);
    }
    if (pad == 0) {
        return at(ahead);
    }
    if (ahead >= 0 &&
        (unit % pad == 0 || ahead % pad == 0 || (pad % unit == 0 && ahead % pad < unit))) {
        return at(ahead + ahead / pad);
    }
    return words("shared[", place_of("line", words(base, " + ", ahead)), "]");
}

std::string BlockText::point_behind(int total, int ahead, int spread, const std::string& base,
                                    int unit) const
{
    return point_ahead(total - spread - ahead, words("(", spread, "u - ", base, ")"), unit);
}

std::string BlockText::mirrored(int stage, int ahead, int total) const
{
    const std::string behind = point_behind(total, ahead, form_.butterflies(stage));
    return ahead > 0 ? behind
                     : words("(j == 0u ? shared[", place_of("line", "0u"), "] : ", behind, ")");
}

void BlockText::butterflies(int stage) const
{
    const int radix = form_.radices[stage];
    if (radix == 1) {
        return;
    }
    phase(stage, [&] {
        each_butterfly(
            stage, [&](int first) { text_.line("butterfly_", radix, "(point + ", first, ");"); });
    });
}

void BlockText::twiddle_and_write(int stage, int stride) const
{
    const int radix = form_.radices[stage];
    const int before = form_.product_before(stage);
    const int next = form_.radices[stage + 1];
    const int done = before * radix;
    const int step = form_.length / (done * next) * stride;
    phase(stage, [&] {
        each_butterfly(stage, [&](int first) {
            text_.line("const uint whole = j / ", before, "u * ", done, "u;");
            text_.line("const uint part = j % ", before, "u;");
            text_.line("const uint input = whole / ", form_.length / next, "u * ", step, "u;");
            const auto put = [&](int r, const std::string& value) {
                const int unit = before == 1 ? radix : 1;
                text_.line(point_ahead(r * before, "(whole + part)", unit), " = ", value, ";");
            };
            const auto value = [&](int r) { return words("point[", first + r, "]"); };
            const auto put_twiddled = [&](int r, const std::string& power) {
                put(r, words("multiply(", value(r), ", ", power, ")"));
            };
            if (!form_.twiddle_recurrence || radix == 2) {
                for (int r = 0; r < radix; ++r) {
                    if (before == 1 && r == 0) {
                        put(r, value(r));
                    } else {
                        put_twiddled(r, words("twiddles[(part + ", r * before, "u) * input]"));
                    }
                }
                return;
            }
            text_.line("const Complex w1 = twiddles[", before, "u * input];");
            text_.line("const Complex w2 = multiply(w1, w1);");
            text_.line("const Complex w3 = multiply(w2, w1);");
            text_.line("const Complex w4 = multiply(w2, w2);");
            if (before > 1) {
                each_power(text_, radix, 0, "twiddles[part * input]", put_twiddled);
                return;
            }
            put(0, value(0));
            for (int r = 1; r < radix && r < 4; ++r) {
                put_twiddled(r, words("w", r));
            }
            if (radix > 4) {
                each_power(text_, radix, 4, "w4", put_twiddled);
            }
        });
    });
}

void BlockText::transform(int stride, bool used) const
{
    for (int stage = 0; stage < form_.stages; ++stage) {
        butterflies(stage);
        if (stage + 1 == form_.stages) {
            break;
        }
        if (used || stage > 0) {
            barrier(text_);
        }
        twiddle_and_write(stage, stride);
        barrier(text_);
        phase(stage + 1, [&] { read(stage + 1); });
    }
}

}  // namespace tobiuo::opencl
