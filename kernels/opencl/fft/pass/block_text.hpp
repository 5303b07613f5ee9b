// SPDX-License-Identifier: BSD-3-Clause
// The transform of lines by a work group as OpenCL C: what block_transform.hpp is in C++.
#pragma once

#include <functional>
#include <string>

#include "kernels/fft/block/kernel_config.hpp"
#include "kernels/opencl/fft/pass/text.hpp"

namespace tobiuo::opencl {

/// A point that a work item holds: number j + ahead of its line, in register point[place].
struct Point {
    int place;
    int ahead;

    [[nodiscard]] std::string value() const { return words("point[", place, "]"); }
    [[nodiscard]] std::string number() const { return words("(j + ", ahead, "u)"); }
};

/// Writes the phases of fft::BlockTransform for a configuration.
///
/// The text has these names: `thread`, the number of the work item; `point`, its registers;
/// `shared`, local memory; within a phase `line`, the number of its line in the work group; within
/// a butterfly `j`, the number of the butterfly.
class BlockText {
public:
    BlockText(const fft::KernelConfig& form, Text& text) : form_{form}, text_{text} {}

    [[nodiscard]] const fft::KernelConfig& form() const { return form_; }
    [[nodiscard]] std::string thread_in_transform(int stage) const;

    /// Writes a phase that works in the registers of a stage.
    void phase(int stage, const std::function<void()>& body) const;
    void each_butterfly(int stage, const std::function<void(int first)>& body) const;
    void each_point(int stage, const std::function<void(const Point&)>& body) const;

    /// Statements within a phase: points from local memory to registers, and back.
    void read(int stage) const;
    void share(int stage) const;

    /// The place of point `number` of a line in local memory.
    [[nodiscard]] std::string place_of(const std::string& line, const std::string& number) const;
    /// The value at point base + ahead of the work item's line, and that at point total - base -
    /// ahead: see fft::point_ahead() and fft::point_behind().
    [[nodiscard]] std::string point_ahead(int ahead, const std::string& base = "j",
                                          int unit = 1) const;
    [[nodiscard]] std::string point_behind(int total, int ahead, int spread,
                                           const std::string& base = "j", int unit = 1) const;
    /// Point total - k, where k = j + ahead is a point of a stage; point 0 for k = 0.
    [[nodiscard]] std::string mirrored(int stage, int ahead, int total) const;

    /// Writes the whole transform, see fft::transform_block().
    void transform(int stride, bool used) const;

private:
    void butterflies(int stage) const;
    void twiddle_and_write(int stage, int stride) const;

    fft::KernelConfig form_;
    Text& text_;
};

/// Writes a barrier of the work group for local memory.
void barrier(Text& text);

}  // namespace tobiuo::opencl
