// Where the lines of one axis lie in an array: one index map for host and device.
#pragma once

namespace tobiuo::fft {

/// Describes `count` lines; point n of line l lies at
///     (l / inner) outer_step + (l % inner) inner_step + n step
/// in elements. A row of an array has step 1; for a strided axis neighbouring lines lie next to
/// each other (inner_step 1).
struct Lines {
    long long count = 1;
    long long step = 1;
    long long inner = 1;
    long long inner_step = 0;
    long long outer_step = 0;

    [[nodiscard]] constexpr bool operator==(const Lines&) const = default;

    [[nodiscard]] constexpr long long offset(long long line) const
    {
        return line / inner * outer_step + line % inner * inner_step;
    }
};

/// Contiguous lines (rows) whose starts are `pitch` apart.
constexpr Lines row_lines(long long count, long long pitch)
{
    return {.count = count, .step = 1, .inner = 1, .inner_step = 0, .outer_step = pitch};
}

/// Strided lines along the middle axis of [outer][any length][inner]; neighbouring lines are
/// neighbours in memory.
constexpr Lines column_lines(long long outer, long long inner, long long outer_step)
{
    return {.count = outer * inner,
            .step = inner,
            .inner = inner,
            .inner_step = 1,
            .outer_step = outer_step};
}

/// Lines::offset() with 32-bit divisions by constants if the number of lines allows.
template <Lines lines>
constexpr long long offset_of(long long line)
{
    if constexpr (lines.inner == 1) {
        return line * lines.outer_step;
    } else if constexpr (lines.count <= lines.inner) {
        return line * lines.inner_step;
    } else if constexpr (lines.count < (1LL << 31)) {
        constexpr auto inner = static_cast<unsigned>(lines.inner);
        const auto small = static_cast<unsigned>(line);
        return small / inner * lines.outer_step + small % inner * lines.inner_step;
    } else {
        return lines.offset(line);
    }
}

}  // namespace tobiuo::fft
