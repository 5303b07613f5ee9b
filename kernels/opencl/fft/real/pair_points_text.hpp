// SPDX-License-Identifier: BSD-3-Clause
// How samples and coefficients of two real lines are loaded and stored, as OpenCL C: what
// two_for_one_points.hpp is in C++.
#pragma once

#include <string>

#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/opencl/fft/pass/block_text.hpp"
#include "kernels/opencl/fft/pass/text.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::opencl {

/// Writes one work item's access to its pair of lines. A place is an expression of the type uint
/// that counts from the begin of a line. begin_source() or begin_sink() comes first, which names
/// `number`, the pair's, `offset`, where it begins, and `second`, whether its second line exists.
class PairPointsText {
public:
    PairPointsText(const fft::PassForm& pass, Precision precision, Text& text)
        : pass_{pass}, pairs_{pass.pairs}, precision_{precision}, text_{text}
    {
    }

    void begin_source(const std::string& number = "first_line + line") const
    {
        begin(pass_.source, number);
    }
    void begin_sink() const { begin(pass_.sink, "first_line + line"); }

    /// Loads the sample that enters the transform at a point. The points of a stage are
    /// `spread` apart.
    void load_sample(const Point& point, int spread) const;
    /// Names `sample` what the transform leaves at a point, and returns its place.
    [[nodiscard]] std::string name_sample(const Point& point, int spread) const;

    [[nodiscard]] std::string coefficient_place(const Point& point) const;

    /// Reads both lines into the register or variable `value`. For a second line that does not
    /// exist it reads the first one again, or a zero, because its place may hold NaN.
    void read(const std::string& value, const std::string& place) const;
    void write(const std::string& place, const std::string& value) const;

private:
    void begin(const fft::Lines& lines, const std::string& number) const;
    /// The distance in reals of the two lines of a pair.
    [[nodiscard]] long long partner(const fft::Lines& lines) const;
    [[nodiscard]] bool has_second_always() const;

    /// The place of the sample that enters the transform at a point, and what stands before the
    /// sample to change its sign.
    struct Sample {
        std::string place;
        std::string sign;
    };
    [[nodiscard]] Sample sample_of(const Point& point, int spread) const;

    const fft::PassForm& pass_;
    const fft::TwoForOne& pairs_;
    Precision precision_;
    Text& text_;
};

}  // namespace tobiuo::opencl
