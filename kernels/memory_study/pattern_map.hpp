// SPDX-License-Identifier: BSD-3-Clause
// How a 16-point step of the five-step FFT reads and writes: one index map for host and device.
#pragma once

namespace tobiuo::memory {

/// The index map of one step. The array is (256, 16, 16, 16, 16), the first index contiguous. A
/// task reads the 16 elements along one of the last four axes and writes 16 along one of them; its
/// other three indices keep their order: from (x, a, b, c, *) to (x, *, a, b, c) is input pattern
/// D, output pattern A. Source: A. Nukada, Y. Ogata, T. Endo, S. Matsuoka (2008), table 3.
struct PatternMap {
    static constexpr int row = 256;
    static constexpr int points = 16;  ///< in a step, and along each axis that a step may take
    static constexpr int patterns = 4;
    static constexpr int tasks = row * points * points * points;
    static constexpr int size = tasks * points;

    int input;  ///< 0 to 3 for the patterns A to D
    int output;

    constexpr int source(int task, int point) const { return place(task, point, input); }
    constexpr int target(int task, int point) const { return place(task, point, output); }

    /// Elements between neighbouring points of a task that goes along the axis of `pattern`.
    static constexpr int stride(int pattern) { return row << (4 * pattern); }

private:
    /// The element of point `point` of task `task`: `point` is inserted as digit number `pattern`
    /// into the digits of `task` to the base of 16.
    static constexpr int place(int task, int point, int pattern)
    {
        const int below = stride(pattern);
        return task / below * below * points + point * below + task % below;
    }
};

}  // namespace tobiuo::memory
