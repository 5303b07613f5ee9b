// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/opencl/fft/real/pair_text.hpp"

#include <functional>
#include <string>

#include "kernels/opencl/fft/pass/block_text.hpp"
#include "kernels/opencl/fft/pass/lines_text.hpp"
#include "kernels/opencl/fft/real/pair_points_text.hpp"
#include "kernels/opencl/fft/real/symbol_text.hpp"

namespace tobiuo::opencl {
namespace {

using fft::Makhoul;
using fft::PassForm;
using fft::Split;
using fft::TwoForOneTask;

class PairText {
public:
    PairText(const PassForm& pass, Precision precision, Text& text)
        : pass_{pass},
          pairs_{pass.pairs},
          text_{text},
          loaded_{pass.block, text},
          stored_{given_block_of(pass), text},
          points_{pass, precision, text},
          split_{pass, text}
    {
    }

    void write() const
    {
        const bool begins_plain = pairs_.task == TwoForOneTask::synthesise ||
                                  pairs_.task == TwoForOneTask::solve_transposed;
        const bool ends_plain =
            pairs_.task == TwoForOneTask::analyse || pairs_.task == TwoForOneTask::solve_transposed;
        load(begins_plain);
        if (begins_plain) {
            split_.join();
            swap(loaded_, 0);
        }
        transform_lines(pass_, pass_.block, begins_plain && pairs_.mirrors(), text_);
        if (begins_plain) {
            swap(loaded_, end());
        }
        if (pairs_.solves()) {
            solve();
        }
        if (ends_plain) {
            split_.separate();
        }
        store(ends_plain);
    }

private:
    [[nodiscard]] int end() const { return given_stage_of(pass_); }

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

    void load(bool begins_plain) const
    {
        loaded_.phase(0, [&] {
            if (!all_lines_exist(pass_) || pass_.bluestein) {
                clear_points(pass_, text_);
            }
            for_lines(pass_, text_, [&] {
                points_.begin_source();
                each_point(loaded_, 0, [&](const Point& point) {
                    if (begins_plain) {
                        points_.read(point.value(), points_.coefficient_place(point));
                    } else {
                        points_.load_sample(point, pass_.block.butterflies(0));
                    }
                });
            });
        });
    }

    void swap(const BlockText& block, int stage) const
    {
        block.phase(stage, [&] {
            block.each_point(stage, [&](const Point& point) {
                text_.line(point.value(), " = ", point.value(), ".yx;");
            });
        });
    }

    /// Divides between the two transforms, and does the second one.
    void solve() const
    {
        if (pairs_.task == TwoForOneTask::solve_transposed) {
            divide(false);
            transform_lines(pass_, last_block_of(pass_), true, text_);
            return;
        }
        split_.divide();
        if (pairs_.split != Split::all) {
            divide(true);
        }
        swap(loaded_, end());
        transform_lines(pass_, last_block_of(pass_), true, text_);
        swap(stored_, end());
    }

    /// Divides pairs that are not split, by a sum that both lines have in common if they are
    /// `alike`. The parts of a value are the coefficients of the two lines.
    void divide(bool alike) const
    {
        loaded_.phase(end(), [&] {
            for_lines(pass_, text_, [&] {
                const std::string splits = alike ? split_.condition() : std::string{};
                text_.open(splits.empty() ? "" : words("if (!(", splits, "))"));
                name_symbol(pairs_, "first_line + line", text_);
                each_point(loaded_, end(), [&](const Point& point) {
                    text_.line(point.value(), " = ",
                               alike ? divided_alike(point.value(), point.number())
                                     : divided(point.value(), point.number()),
                               ";");
                });
                text_.close();
            });
        });
    }

    /// Samples go through local memory where neighbouring work items would otherwise write every
    /// second one.
    void store(bool ends_plain) const
    {
        const bool gathers =
            !ends_plain && pairs_.makhoul != Makhoul::none && stored_.form().contiguous(end());
        if (gathers) {
            gather();
        }
        stored_.phase(end(), [&] {
            for_lines(pass_, text_, [&] {
                points_.begin_sink();
                each_point(stored_, end(), [&](const Point& point) {
                    if (ends_plain) {
                        points_.write(points_.coefficient_place(point), point.value());
                    } else if (gathers) {
                        points_.write(point.number(), stored_.point_ahead(point.ahead));
                    } else {
                        const std::string place = points_.name_sample(point, spread());
                        points_.write(place, "sample");
                    }
                });
            });
        });
    }

    /// Writes samples to their places in local memory.
    void gather() const
    {
        barrier(text_);
        stored_.phase(end(), [&] {
            each_point(stored_, end(), [&](const Point& point) {
                const std::string place = points_.name_sample(point, spread());
                text_.line("shared[", stored_.place_of("line", place), "] = sample;");
            });
        });
        barrier(text_);
    }

    [[nodiscard]] int spread() const { return stored_.form().butterflies(end()); }

    const PassForm& pass_;
    const fft::TwoForOne& pairs_;
    Text& text_;
    BlockText loaded_;
    BlockText stored_;
    PairPointsText points_;
    PairSplitText split_;
};

}  // namespace

void write_pairs(const PassForm& pass, Precision precision, Text& text)
{
    PairText{pass, precision, text}.write();
}

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
