#include "kernels/opencl/fft/real/lone_line_text.hpp"

#include <functional>
#include <string>

#include "kernels/opencl/fft/pass/block_text.hpp"
#include "kernels/opencl/fft/pass/lines_text.hpp"
#include "kernels/opencl/fft/pass/lines_transform_text.hpp"
#include "kernels/opencl/fft/real/lone_line_points_text.hpp"

namespace tobiuo::opencl {
namespace {

using fft::PassForm;

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

}  // namespace tobiuo::opencl
