// Which element of an array a place in memory is: one index map for host and device.
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

}  // namespace tobiuo::fft
