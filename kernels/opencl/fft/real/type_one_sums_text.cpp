// SPDX-License-Identifier: BSD-3-Clause
// The sums at the end of a pass by DCT-I or DST-I, as OpenCL C: see fft::TypeOnePostprocess.
#include "kernels/opencl/fft/real/type_one_text.hpp"

#include "kernels/opencl/fft/pass/prelude.hpp"

namespace tobiuo::opencl {

/// Writes `body` for the pairs k = first + i of a work item.
void TypeOneSumsText::each_pair(const std::function<void(int i)>& body) const
{
    const int pairs = frame_.sequence.pairs();
    const bool full = frame_.part * block_.form().threads_per_transform == pairs;
    text_.open();
    text_.line("const uint first = ", own(), " * ", frame_.part, "u;");
    for (int i = 0; i < frame_.part; ++i) {
        text_.open(full ? "" : words("if (first + ", i, "u < ", pairs, "u)"));
        body(i);
        text_.close();
    }
    text_.close();
}

void TypeOneSumsText::add_up() const
{
    const int lines = block_.form().transforms_per_block;
    barrier(text_);
    block_.phase(frame_.end, [&] { block_.share(frame_.end); });
    barrier(text_);
    block_.phase(frame_.end, [&] {
        text_.line("Complex sum = (Complex)(0, 0);");
        each_pair([&](int i) {
            take_pair(i);
            text_.line("sum += point[", 2 * i + 1, "];");
        });
        text_.line("sums[", own(), " * ", lines, "u + line] = sum;");
    });
    barrier(text_);
    block_.phase(frame_.end, [&] {
        sum_differences();
        if (closes()) {
            close_sums();
        }
    });
    if (closes()) {
        share_out();
    }
}

void TypeOneSumsText::sum_differences() const
{
    text_.line("Complex sum = (Complex)(0, 0);");
    text_.open("for (uint before = 0u; before < ", own(), "; ++before)");
    text_.line("sum += sums[before * ", block_.form().transforms_per_block, "u + line];");
    text_.close();
    each_pair([&](int i) {
        text_.line("sum += point[", 2 * i + 1, "];");
        text_.line("point[", 2 * i + 1, "] = sum;");
    });
}

/// The difference of the last odd coefficient, known by other means, and its sum, for each step.
void TypeOneSumsText::close_sums() const
{
    const bool odd = frame_.sequence.is_odd();
    const bool even_length = frame_.length % 2 == 0;
    const std::string middle = block_.point_ahead(frame_.length / 2, "0u");
    const std::string last_odd = !odd          ? "terms[line]"
                                 : even_length ? words("-", middle)
                                               : "(Complex)(0, 0)";
    const double count = !odd ? last_pair() : even_length ? last_pair() + 1.0 : last_pair() + 0.5;
    text_.open("if (", own(), " == ", last_pair() / frame_.part, "u)");
    text_.line("slopes[line] = (", last_odd, " - point[", 2 * (last_pair() % frame_.part) + 1,
               "]) / (Real)", real_literal(count, Precision::fp32), ";");
    text_.close();
}

void TypeOneSumsText::share_out() const
{
    barrier(text_);
    block_.phase(frame_.end, [&] {
        text_.line("const Complex slope = slopes[line];");
        // The sums of a DST-I start with half a difference.
        const std::string half_step = frame_.sequence.is_odd() ? "0.5f" : "0.0f";
        each_pair([&](int i) {
            text_.line("point[", 2 * i + 1, "] += ((Real)first + ((Real)", i, " + ", half_step,
                       ")) * slope;");
        });
    });
}

/// The even coefficient 2 k, and the difference of the odd ones 2 k + 1 and 2 k - 1, for the pair
/// k = first + i.
void TypeOneSumsText::take_pair(int i) const
{
    const int last = (block_.form().threads_per_transform - 1) * frame_.part;
    const bool odd = frame_.sequence.is_odd();
    const auto whole = static_cast<int>(1 / fft::TypeOneSequence::share);
    text_.line("const Complex low = ", block_.point_ahead(i, "first", frame_.part), ";");
    text_.open(i > 0 ? "" : "if (first > 0u)");
    text_.line("const Complex high = ",
               block_.point_behind(frame_.length, i, last, "first", frame_.part), ";");
    text_.line("const Complex cosine = low + high;");
    text_.line("const Complex sine = (Complex)(high.y - low.y, low.x - high.x);");
    text_.line("point[", 2 * i, "] = ", whole, " * ", odd ? "sine" : "cosine", ";");
    text_.line("point[", 2 * i + 1, "] = ", odd ? "cosine" : "sine", ";");
    text_.close();
    if (i == 0) {
        text_.open("else");
        write_first_pair();
        text_.close();
    }
}

void TypeOneSumsText::write_first_pair() const
{
    if (frame_.sequence.is_odd()) {
        text_.line("point[0] = (Complex)(0, 0);");
        text_.line("point[1] = low;");
        return;
    }
    const auto whole = static_cast<int>(2 / fft::TypeOneSequence::share);
    text_.line("point[0] = ", whole, " * low;");
    write_start();
    if (frame_.sequence.has_middle()) {
        text_.line("lasts[line] = ", whole, " * ", block_.point_ahead(frame_.length / 2, "0u"),
                   ";");
    }
}

/// Coefficient 1 of a DCT-I; stores the last odd one in terms[line].
void TypeOneSumsText::write_start() const
{
    const int threads = block_.form().threads_per_transform;
    const int lines = block_.form().transforms_per_block;
    text_.line("Complex even = (Complex)(0, 0);");
    text_.line("Complex odd = (Complex)(0, 0);");
    text_.open("for (uint t = 0u; t + 1u < ", threads, "u; t += 2u)");
    text_.line("even += terms[t * ", lines, "u + line];");
    text_.line("odd += terms[(t + 1u) * ", lines, "u + line];");
    text_.close();
    if (threads % 2 != 0) {
        text_.line("even += terms[", (threads - 1) * lines, "u + line];");
    }
    text_.line("terms[line] = even - odd;");
    text_.line("point[1] = even + odd;");
}

bool TypeOneSumsText::closes() const
{
    const fft::KernelConfig& block = frame_.pass.block;
    // A DCT-I needs even work items with the points of even number and odd ones with the others.
    const bool splits_parities = frame_.length % 2 == 0 && block.threads_per_transform % 2 == 0 &&
                                 block.butterflies(0) % 2 == 0 &&
                                 block.butterflies(frame_.end) % 2 == 0;
    return last_pair() > 0 && (frame_.sequence.is_odd() || splits_parities);
}

void TypeOneSumsText::each_coefficient(
    const std::function<void(const std::string& number, const std::string& value,
                             bool may_be_first)>& body) const
{
    const bool all_odd = !frame_.sequence.is_odd() || frame_.length % 2 == 0;
    each_pair([&](int i) {
        const auto number = [&](int ahead) { return words("(2u * first + ", ahead, "u)"); };
        const auto value = [](int ahead) { return words("point[", ahead, "]"); };
        text_.open(frame_.if_has(number(2 * i), i == 0));
        body(number(2 * i), value(2 * i), i == 0);
        text_.close();
        text_.open(all_odd ? "" : words("if (", number(2 * i + 1), " < ", frame_.length, "u)"));
        body(number(2 * i + 1), value(2 * i + 1), false);
        text_.close();
    });
}

std::string TypeOneSumsText::has_middle() const
{
    return frame_.sequence.has_middle() ? words("if (", own(), " == 0u)") : "";
}

void TypeOneSumsText::share() const
{
    block_.phase(frame_.end, [&] {
        each_coefficient([&](const std::string& number, const std::string& value, bool) {
            const std::string place = words("shared[", block_.place_of("line", number), "]");
            if (frame_.length % 2 == 0) {
                text_.line(place, " = ", value, ";");
                return;
            }
            // With an odd length, this may be the coefficient at `length`.
            text_.open("if (", number, " == ", frame_.length, "u)");
            text_.line("lasts[line] = ", value, ";");
            text_.close();
            text_.open("else");
            text_.line(place, " = ", value, ";");
            text_.close();
        });
    });
    barrier(text_);
}

}  // namespace tobiuo::opencl
