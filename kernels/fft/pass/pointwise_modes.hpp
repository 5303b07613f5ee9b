// Which mode of a spectrum an element of a pass is: one index map for host and device.
#pragma once

namespace tobiuo::fft {

/// An element of a spectrum [batch][N0][N1][N2] is the mode of z = 0 ... N0 - 1, y = 0 ... N1 - 1 and
/// x = 0 ... N2 - 1; of two axes [batch][N0][N1] z is 0, of one [batch][N0] y as well. Of half a
/// spectrum x is 0 ... N2 / 2: the other half follows from it.
struct ModeIndex {
    long long batch;
    long long z;
    long long y;
    long long x;
};

/// The lines of a pass as parts of spectra. They lie along the slowest axis that has more than one
/// point, whose transform may be done in two digits: element k of the line that has digit d is mode
/// d + first k. Line l is number l of [batch][first][faster axes].
struct Modes {
    int axis = -1;        ///< along which lines lie: 0 x, 1 y, 2 z; -1: modes are not asked for
    long long x = 1;      ///< length of x, if it is faster than the axis
    long long y = 1;      ///< likewise of y
    long long first = 1;  ///< digits of the axis that do not lie along the lines

    [[nodiscard]] constexpr bool operator==(const Modes&) const = default;
    [[nodiscard]] constexpr bool wanted() const { return axis >= 0; }
};

/// The mode at the begin of a line; with Number = unsigned by 32-bit divisions. On the device the
/// modes are constants.
template <typename Number>
constexpr ModeIndex mode_of_line(Modes modes, Number line)
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
constexpr ModeIndex first_mode(long long line)
{
    if constexpr (lines < (1LL << 31)) {
        return mode_of_line(modes, static_cast<unsigned>(line));
    } else {
        return mode_of_line(modes, line);
    }
}

/// The mode of element k of the line that begins at `start`.
constexpr ModeIndex mode_ahead(Modes modes, ModeIndex start, unsigned k)
{
    long long& along = modes.axis == 2 ? start.z : modes.axis == 1 ? start.y : start.x;
    along += modes.first * k;
    return start;
}

}  // namespace tobiuo::fft
