// SPDX-License-Identifier: BSD-3-Clause
// A pass of cosine and sine transforms of real lines, each by itself, as OpenCL C.
#pragma once

#include <functional>
#include <string>

#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/opencl/fft/pass/block_text.hpp"
#include "kernels/opencl/fft/pass/text.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::opencl {

/// Writes the body of a pass whose lines are transformed by themselves: what fft::LoneLineItem
/// does.
void write_lone_lines(const fft::PassForm& pass, Precision precision, Text& text);

/// Writes one work item's access to its line. A place is an expression of the type uint that counts
/// from the begin of a line. begin_source() or begin_sink() comes first, which names `offset`,
/// where the line begins.
class LoneLinePointsText {
public:
    /// Receives the place of a value and the value, as expressions.
    using Put = std::function<void(const std::string& place, const std::string& value)>;

    LoneLinePointsText(const fft::PassForm& pass, Precision precision, Text& text)
        : pass_{pass}, form_{pass.lone_line()}, precision_{precision}, text_{text}
    {
    }

    void begin_source() const { begin(pass_.source); }
    void begin_sink() const { begin(pass_.sink); }

    /// Loads the value that enters at a point. The points of a stage are `spread` apart.
    void load(const Point& point, int spread) const;
    /// Calls put(place, value) for both values that the transform leaves at a point.
    void give(const Point& point, int spread, const Put& put) const;
    /// Stores what belongs to element `k` > 0 of half a spectrum, whose value is the variable
    /// `value`.
    void store_folded(const std::string& value) const;
    /// Stores what belongs to the elements 0 and M, which are real.
    void store_ends(const std::string& first, const std::string& last) const;
    void write(const std::string& place, const std::string& value) const;

private:
    /// The place of a value of the sequence, what stands before it to change its sign, and when it
    /// is a sample (always if empty).
    struct Value {
        std::string place;
        std::string sign;
        std::string exists;
    };

    void begin(const fft::Lines& lines) const;
    [[nodiscard]] std::string read(const std::string& place) const;
    [[nodiscard]] Value value_of(int part, const Point& point, int spread) const;
    /// The place of a cosine coefficient; those of sines are in reverse order.
    [[nodiscard]] std::string coefficient(const std::string& number) const;
    void load_coefficients(const Point& point) const;

    const fft::PassForm& pass_;
    fft::LoneLine form_;
    Precision precision_;
    Text& text_;
};

}  // namespace tobiuo::opencl
