// SPDX-License-Identifier: BSD-3-Clause
// How the points of a line are loaded and stored, as OpenCL C: what pass_points.hpp is in C++.
#pragma once

#include <string>
#include <vector>

#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/opencl/fft/pass/block_text.hpp"
#include "kernels/opencl/fft/pass/text.hpp"

namespace tobiuo::opencl {

/// Writes one work item's access to its line in source and sink, within a butterfly of BlockText.
/// The text has besides `first_line`, the long number of the work group's first line, `in` and
/// `out`, and the tables of kernel_text.hpp; begin_source() or begin_sink() comes first, which
/// names `number`, the line's, and `offset`, where it begins.
class PointsText {
public:
    PointsText(const fft::PassForm& pass, Text& text) : pass_{pass}, text_{text} {}

    void begin_source() const;
    void begin_sink() const;

    /// Loads a point to its register, ready to be transformed; stores what is there.
    void load(const Point& point) const;
    void store(const Point& point) const;
    /// Multiplies a register by the filter of a convolution and swaps the parts.
    void filter(const Point& point) const;

    /// The value at element j + ahead of the line, without any work on it.
    [[nodiscard]] std::string source_at(int ahead) const;
    [[nodiscard]] std::string sink_at(int ahead) const;

private:
    void begin(const fft::Lines& lines, const fft::Part& part) const;
    /// The number of a point in the long line that its line is a part of, and that line's length.
    [[nodiscard]] static std::string index(const fft::Part& part, const Point& point);
    [[nodiscard]] long long length(const fft::Part& part) const;
    /// Conditions of the points that exist; empty if all do.
    [[nodiscard]] std::string existing(const fft::Part& part, const Point& point) const;
    void load_raw(const Point& point) const;
    void put(const Point& point) const;
    void multiply_by_chirp(const fft::Part& part, const Point& point) const;
    void multiply_by_twiddle(const Point& point) const;

    const fft::PassForm& pass_;
    Text& text_;
};

}  // namespace tobiuo::opencl
