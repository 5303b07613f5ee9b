// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/opencl/fft/real/type_one_text.hpp"

#include <string>

#include "kernels/opencl/fft/pass/lines_text.hpp"
#include "kernels/opencl/fft/pass/prelude.hpp"
#include "kernels/opencl/fft/real/pair_points_text.hpp"
#include "kernels/opencl/fft/real/symbol_text.hpp"

namespace tobiuo::opencl {
namespace {

using fft::PassForm;
using fft::TwoForOneTask;

class TypeOneText {
public:
    TypeOneText(const PassForm& pass, Precision precision, Text& text)
        : pass_{pass},
          text_{text},
          frame_{pass},
          points_{pass, precision, text},
          begin_{frame_, points_, text},
          loaded_{frame_, frame_.loaded, text},
          stored_{frame_, given_block_of(pass), text}
    {
    }

    void write() const
    {
        name_memory();
        begin_.make(pass_.pairs.task == TwoForOneTask::synthesise);
        transform_lines(pass_, frame_.loaded, !frame_.loaded.self_mirrored, text_);
        loaded_.add_up();
        if (pass_.pairs.task == TwoForOneTask::solve) {
            divide();
            loaded_.share();
            begin_.make_again();
            transform_lines(pass_, last_block_of(pass_), true, text_);
            stored_.add_up();
        }
        if (stored_.block().form().contiguous(frame_.end)) {
            stored_.share();
            store_shared();
        } else {
            store();
        }
    }

private:
    void name_memory() const
    {
        const fft::KernelConfig& block = pass_.block;
        text_.line("__local Complex* sums = shared + ", block.shared_elements(), ";");
        text_.line("__local Complex* terms = sums + ", block.threads(), ";");
        text_.line("__local Complex* lasts = terms + ", block.threads(), ";");
        text_.line("__local Complex* slopes = lasts + ", block.transforms_per_block, ";");
    }

    /// Divides the coefficients by the sums of their eigenvalues.
    void divide() const
    {
        loaded_.block().phase(frame_.end, [&] {
            for_lines(pass_, text_, [&] {
                name_symbol(pass_.pairs, "first_line + line", text_);
                loaded_.each_coefficient(
                    [&](const std::string& number, const std::string& value, bool may_be_first) {
                        if (frame_.sequence.has_start() && may_be_first) {
                            text_.open("if (", number, " == 0u)");
                            keep_constant(value, text_);
                            text_.close();
                        }
                        text_.line(value, " = ", divided(value, frame_.place_of(number)), ";");
                    });
                if (frame_.sequence.has_middle()) {
                    text_.open(loaded_.has_middle());
                    text_.line("lasts[line] = ", divided("lasts[line]", words(frame_.length, "u")),
                               ";");
                    text_.close();
                }
            });
        });
    }

    /// Stores coefficients from the work items that have them.
    void store() const
    {
        stored_.block().phase(frame_.end, [&] {
            for_lines(pass_, text_, [&] {
                points_.begin_sink();
                stored_.each_coefficient(
                    [&](const std::string& number, const std::string& value, bool) {
                        points_.write(frame_.place_of(number), value);
                    });
                if (frame_.sequence.has_middle()) {
                    text_.open(stored_.has_middle());
                    write_last();
                    text_.close();
                }
            });
        });
    }

    /// Stores coefficients from local memory: neighbouring work items store neighbouring ones.
    void store_shared() const
    {
        const BlockText& block = stored_.block();
        block.phase(frame_.end, [&] {
            for_lines(pass_, text_, [&] {
                points_.begin_sink();
                block.each_point(frame_.end, [&](const Point& point) {
                    text_.open(frame_.if_has(point.number(), point.ahead == 0));
                    points_.write(frame_.place_of(point.number()), block.point_ahead(point.ahead));
                    text_.close();
                });
                if (frame_.sequence.has(frame_.length)) {
                    text_.open("if (", block.thread_in_transform(frame_.end), " == 0u)");
                    write_last();
                    text_.close();
                }
            });
        });
    }

    void write_last() const { points_.write(words(frame_.length, "u"), "lasts[line]"); }

    const PassForm& pass_;
    Text& text_;
    TypeOneFrameText frame_;
    PairPointsText points_;
    TypeOneBeginText begin_;
    TypeOneSumsText loaded_;
    TypeOneSumsText stored_;
};

}  // namespace

std::string type_one_functions(const PassForm& pass)
{
    const auto printed = [&](bool back) {
        return text_of(fft::auxiliary(pass.sequence(), Printed{"sine"}, variable("sample"),
                                      variable("mirror"), back));
    };
    return words("\nComplex auxiliary(Real sine, Complex sample, Complex mirror, bool back)\n{\n",
                 "    return back ? ", printed(true), " : ", printed(false), ";\n}\n");
}

void write_type_one(const PassForm& pass, Precision precision, Text& text)
{
    TypeOneText{pass, precision, text}.write();
}

}  // namespace tobiuo::opencl
