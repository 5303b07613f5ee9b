// SPDX-License-Identifier: BSD-3-Clause
// Which element of an array a place in memory is, and which mode of a spectrum an element of a pass
// is: one index map for host and device.
#pragma once

namespace tobiuo::fft {

/// An element of an array [batch][N0][N1][N2] has z = 0 ... N0 - 1, y = 0 ... N1 - 1 and
/// x = 0 ... N2 - 1. With two axes [batch][N0][N1] z is 0; with one axis [batch][N0] y is 0 as
/// well. In half a spectrum x is 0 ... N2 / 2: the other half follows from it.
struct ElementIndex {
    long long batch;
    long long z;
    long long y;
    long long x;
};

/// An array [batch][z][y][row] in elements; of a row, the first ones are shown to functions and the
/// others are padding.
struct ArrayShape {
    long long row = 1;
    long long y = 1;
    long long z = 1;
    long long batch = 1;

    [[nodiscard]] constexpr bool operator==(const ArrayShape&) const = default;
    [[nodiscard]] constexpr long long elements() const { return row * y * z * batch; }
};

/// The indices of the element at a place, which is below `elements`. Number = unsigned makes 32-bit
/// divisions; on the device the shape is constant.
template <typename Number>
constexpr ElementIndex index_in(ArrayShape shape, Number place)
{
    const auto row = static_cast<Number>(shape.row);
    const auto y = static_cast<Number>(shape.y);
    const auto z = static_cast<Number>(shape.z);
    return {place / row / y / z, place / row / y % z, place / row % y, place % row};
}

template <ArrayShape shape>
constexpr ElementIndex index_at(long long place)
{
    if constexpr (shape.elements() < (1LL << 31)) {
        return index_in(shape, static_cast<unsigned>(place));
    } else {
        return index_in(shape, place);
    }
}

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
