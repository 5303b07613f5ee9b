#include "kernels/opencl/fft/real/pair_split_text.hpp"

#include "kernels/opencl/fft/pass/lines_text.hpp"
#include "kernels/opencl/fft/pass/lines_transform_text.hpp"
#include "kernels/opencl/fft/real/symbol_text.hpp"

namespace tobiuo::opencl {

using fft::Makhoul;
using fft::Split;

PairSplitText::PairSplitText(const fft::PassForm& pass, Text& text)
    : pass_{pass},
      pairs_{pass.pairs},
      length_{pass.transform_points()},
      text_{text},
      loaded_{pass.block, text},
      stored_{given_block_of(pass), text}
{
}

std::string PairSplitText::condition() const
{
    switch (pairs_.split) {
        case Split::none:
            return "";
        case Split::first:
            return words("(first_line + line) % ", long_literal(pairs_.row_pairs), " == 0");
        case Split::all:
            break;
    }
    return "true";
}

/// The factor t[k] of makhoul.hpp.
std::string PairSplitText::twiddle(const std::string& k) const
{
    return pairs_.makhoul == Makhoul::none
               ? words("(2u * ", k, " <= ", length_, "u ? (Complex)(1, 0) : (Complex)(0, -1))")
               : words("split_twiddles[", k, "]");
}

/// Whether bin k is its own mirror and has no second coefficient.
std::string PairSplitText::is_alone(const std::string& k) const
{
    std::string any;
    for (int bin = 0; bin < length_; ++bin) {
        if (fft::mirror(pairs_.makhoul, length_, bin) == bin &&
            !fft::mirrors_itself(pairs_.makhoul, bin)) {
            any += words(any.empty() ? "" : " || ", k, " == ", bin, "u");
        }
    }
    return any.empty() ? "false" : "(" + any + ")";
}

int PairSplitText::mirror_sum() const
{
    return static_cast<int>(fft::mirror(pairs_.makhoul, length_, 1)) + 1;
}

std::string PairSplitText::mirrored_point(const BlockText& block, int stage, int ahead) const
{
    return pairs_.makhoul == Makhoul::halfway
               ? block.point_behind(length_ - 1, ahead, block.form().butterflies(stage) - 1)
               : block.mirrored(stage, ahead, length_);
}

/// Barriers are outside of conditions, also where only some work groups have a pair to split: PoCL
/// 3.1 mixes up values of work items behind a barrier that not all groups reach.
void PairSplitText::mirrored(const BlockText& block, int stage, bool fresh,
                             const Combine& combine) const
{
    if (pairs_.split == Split::none) {
        return;
    }
    const bool first_only = pairs_.split == Split::first;
    if (!fresh && pass_.block.stages > 1) {
        barrier(text_);
    }
    block.phase(stage, [&] {
        text_.open("if (", condition(), ")");
        block.share(stage);
        text_.close();
    });
    barrier(text_);
    if (first_only) {
        combine_first(combine);
        barrier(text_);
    }
    block.phase(stage, [&] {
        text_.open("if (", condition(), ")");
        if (first_only) {
            block.read(stage);
        } else {
            block.each_point(stage, [&](const Point& point) {
                text_.open(if_point(pass_, point));
                text_.line("const uint k = ", point.number(), ";");
                text_.line("const Complex other = ", mirrored_point(block, stage, point.ahead),
                           ";");
                combine({point.value(), "k", point.value(), "other"});
                text_.close();
            });
        }
        text_.close();
    });
}

/// Does the work for the first pair of each row of lines, in local memory and with all work items.
void PairSplitText::combine_first(const Combine& combine) const
{
    const std::string row = words(pairs_.row_pairs, "u");
    const std::string mirror =
        words(fft::mirror(pairs_.makhoul, length_, 0) == 0 ? "k == 0u ? 0u : " : "", mirror_sum(),
              "u - k");
    text_.open();
    text_.line("const uint before = (uint)(first_line % ", long_literal(pairs_.row_pairs), ");");
    text_.open("for (uint line = before == 0u ? 0u : ", row, " - before; line < ",
               pass_.block.transforms_per_block, "u; line += ", row, ")");
    text_.open("for (uint k = thread; k < ", length_, "u; k += ", pass_.block.threads(), "u)");
    text_.line("const uint m = ", mirror, ";");
    text_.open("if (k <= m)");
    text_.line("const uint low = ", loaded_.place_of("line", "k"), ";");
    text_.line("const uint high = ", loaded_.place_of("line", "m"), ";");
    text_.line("const Complex at_low = shared[low];");
    text_.line("const Complex at_high = shared[high];");
    text_.line("Complex result_low;");
    text_.line("Complex result_high;");
    combine({"result_low", "k", "at_low", "at_high"});
    combine({"result_high", "m", "at_high", "at_low"});
    text_.line("shared[low] = result_low;");
    text_.line("shared[high] = k == m ? result_low : result_high;");
    text_.close();
    text_.close();
    text_.close();
    text_.close();
}

void PairSplitText::join() const
{
    mirrored(loaded_, 0, true, [&](const Names& at) {
        text_.line(at.result, " = joined(", at.own, ", ", is_alone(at.k),
                   " ? (Complex)(0, 0) : ", at.other, ", ", twiddle(at.k), ");");
    });
}

void PairSplitText::separate() const
{
    mirrored(stored_, given_stage_of(pass_), false, [&](const Names& at) {
        text_.line(at.result, " = separated(", at.own, ", ", at.other, ", ", twiddle(at.k), ");");
    });
}

void PairSplitText::divide() const
{
    mirrored(loaded_, given_stage_of(pass_), false, [&](const Names& at) {
        if (at.result != at.own) {
            text_.line(at.result, " = ", at.own, ";");
        }
        for_lines(pass_, text_, [&] { solve_apart(at); });
    });
}

/// Divides the coefficients at k and at its mirror, and joins them again at k.
void PairSplitText::solve_apart(const Names& at) const
{
    text_.open();
    name_symbol(pairs_, "first_line + line", text_);
    text_.line("const Complex at_k = ", twiddle(at.k), ";");
    text_.line("const Complex coefficient = separated(", at.own, ", ", at.other, ", at_k);");
    text_.open("if (", at.k, " == 0u)");
    keep_constant("coefficient", text_);
    text_.close();
    text_.line("const Complex mine = ", divided("coefficient", at.k), ";");
    text_.line("Complex theirs = (Complex)(0, 0);");
    text_.open("if (!", is_alone(at.k), ")");
    text_.line("theirs = separated(", at.other, ", ", at.own, ", (Complex)(-at_k.y, -at_k.x));");
    text_.line("theirs = ", divided("theirs", words(mirror_sum(), "u - ", at.k)), ";");
    text_.close();
    text_.line(at.result, " = joined(mine, theirs, at_k);");
    text_.close();
}

}  // namespace tobiuo::opencl
