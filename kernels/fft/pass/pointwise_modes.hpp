// Which mode of a spectrum an element of a pass is: one index map for host and device.
#pragma once

#include "kernels/fft/pass/array_index.hpp"

namespace tobiuo::fft {

/// How the lines of a pass lie in spectra. They lie along the slowest axis that has more than one
/// point, whose transform may be done in two four-step factors: element k of the line with index d
/// of the first factor is mode d + first k. Line l is number l of [batch][first][faster axes].
struct Modes {
    int axis = -1;        ///< the axis of the lines: 0 x, 1 y, 2 z; -1: modes are not wanted
    long long x = 1;      ///< length of x, if it is faster than the axis
    long long y = 1;      ///< length of y, if it is faster than the axis
    long long first = 1;  ///< the four-step factor that is not along the lines

    [[nodiscard]] constexpr bool operator==(const Modes&) const = default;
    [[nodiscard]] constexpr bool wanted() const { return axis >= 0; }
};

/// The mode at the begin of a line. Number = unsigned makes 32-bit divisions; on the device `modes`
/// is constant.
template <typename Number>
constexpr ElementIndex mode_of_line(Modes modes, Number line)
{
    const auto first = static_cast<Number>(modes.first);
    const auto y = static_cast<Number>(modes.y);
    const auto x = static_cast<Number>(modes.x);
    if (modes.axis == 2) {
        return {line / x / y / first, line / x / y % first, line / x % y, line % x};
    }
    if (modes.axis == 1) {
        return {line / x / first, 0, line / x % first, line % x};
    }
    return {line / first, 0, 0, line % first};
}

template <Modes modes, long long lines>
constexpr ElementIndex first_mode(long long line)
{
    if constexpr (lines < (1LL << 31)) {
        return mode_of_line(modes, static_cast<unsigned>(line));
    } else {
        return mode_of_line(modes, line);
    }
}

/// The mode of element k of the line that starts at `start`.
constexpr ElementIndex mode_ahead(Modes modes, ElementIndex start, unsigned k)
{
    long long& along = modes.axis == 2 ? start.z : modes.axis == 1 ? start.y : start.x;
    along += modes.first * k;
    return start;
}

}  // namespace tobiuo::fft
