#include "kernels/opencl/fft/real/pair_text.hpp"

#include <functional>
#include <string>

#include "kernels/opencl/fft/pass/block_text.hpp"
#include "kernels/opencl/fft/pass/lines_text.hpp"
#include "kernels/opencl/fft/pass/lines_transform_text.hpp"
#include "kernels/opencl/fft/real/pair_points_text.hpp"
#include "kernels/opencl/fft/real/pair_split_text.hpp"
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

}  // namespace tobiuo::opencl
