// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/opencl/fft/pass/pass_text.hpp"

#include <stdexcept>

#include "kernels/opencl/fft/pass/block_text.hpp"
#include "kernels/opencl/fft/pass/lines_text.hpp"
#include "kernels/opencl/fft/pass/points_text.hpp"

namespace tobiuo::opencl {
namespace {

using fft::PassForm;
using fft::Side;

bool is_half(Side side)
{
    return side == Side::pairs_spectrum || side == Side::packed;
}

class PassText {
public:
    PassText(const PassForm& pass, Text& text)
        : pass_{pass},
          text_{text},
          loaded_{pass.block, text},
          stored_{last_block_of(pass), text},
          points_{pass, text}
    {
    }

    void write() const
    {
        const bool unfolds = is_half(pass_.source_side);
        load(unfolds);
        if (unfolds) {
            barrier(text_);
            unfold();
        }
        if (pass_.source_side == Side::spectrum && pass_.block.stages == 1) {
            // Work items of one line read what others write, in the same array if in place.
            text_.line("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
        }
        loaded_.transform(pass_.stride(), unfolds);
        if (pass_.transforms_twice()) {
            filter();
            stored_.transform(1, true);
            swap_back();
        }
        const bool folds = is_half(pass_.sink_side);
        if (folds) {
            if (pass_.block.stages > 1) {
                barrier(text_);
            }
            stored_.phase(end(), [&] { stored_.share(end()); });
            barrier(text_);
        }
        store(folds);
    }

private:
    [[nodiscard]] int end() const { return pass_.block.stages - 1; }

    void load(bool unfolds) const
    {
        loaded_.phase(0, [&] {
            if (!all_lines_exist(pass_)) {
                clear_points(pass_, text_);
            }
            for_lines(pass_, text_, [&] {
                points_.begin_source();
                loaded_.each_point(0, [&](const Point& point) {
                    if (!unfolds) {
                        points_.load(point);
                        return;
                    }
                    load_half(point);
                    text_.line(loaded_.point_ahead(point.ahead), " = ", point.value(), ";");
                });
            });
        });
    }

    /// Loads an element of half a spectrum; both ends of it, which are real, are one value.
    void load_half(const Point& point) const
    {
        const bool keeps_ends = pass_.source_side == Side::packed;
        text_.line(point.value(), " = ", points_.source_at(point.ahead), ";");
        if (point.ahead == 0 && !keeps_ends) {
            text_.open("if (j == 0u)");
            text_.line(point.value(), ".y = in[offset + ",
                       long_literal(pass_.block.length * pass_.source.step), "].x;");
            text_.close();
        }
    }

    /// Makes the transform of pairs of samples out of half a spectrum.
    void unfold() const
    {
        loaded_.phase(0, [&] {
            loaded_.each_point(0, [&](const Point& point) {
                text_.line(point.value(), " = unfolded(", point.value(), ", ",
                           loaded_.mirrored(0, point.ahead, pass_.block.length), ", twiddles[",
                           point.number(), "], ", point.ahead == 0 ? "j == 0u" : "false", ").yx;");
            });
        });
    }

    void filter() const
    {
        loaded_.phase(end(), [&] {
            loaded_.each_point(end(), [&](const Point& point) { points_.filter(point); });
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

    void store(bool folds) const
    {
        stored_.phase(end(), [&] {
            for_lines(pass_, text_, [&] {
                points_.begin_sink();
                stored_.each_point(end(), [&](const Point& point) {
                    if (folds) {
                        store_folded(point);
                    } else {
                        points_.store(point);
                    }
                });
            });
        });
    }

    /// Stores an element of half a spectrum; the first work item stores both ends, which are real.
    void store_folded(const Point& point) const
    {
        const std::string value = point.value();
        text_.open();
        text_.line("Complex half_value = folded(", value, ", ",
                   stored_.mirrored(end(), point.ahead, pass_.block.length), ", twiddles[",
                   point.number(), "]);");
        if (point.ahead == 0) {
            text_.open("if (j == 0u)");
            if (pass_.sink_side == Side::packed) {
                text_.line("half_value.y = ", value, ".x - ", value, ".y;");
            } else {
                text_.line("out[offset + ", long_literal(pass_.block.length * pass_.sink.step),
                           "] = (Complex)(", value, ".x - ", value, ".y, 0);");
            }
            text_.close();
        }
        text_.line(points_.sink_at(point.ahead), " = half_value;");
        text_.close();
    }

    const PassForm& pass_;
    Text& text_;
    BlockText loaded_;
    BlockText stored_;
    PointsText points_;
};

}  // namespace

void write_pass(const PassForm& pass, Text& text)
{
    if (pass.modes.wanted()) {
        throw std::invalid_argument{
            "a function between transforms is not there in OpenCL (functions are CUDA C++): use a "
            "CUDA device or the CPU"};
    }
    PassText{pass, text}.write();
}

}  // namespace tobiuo::opencl
