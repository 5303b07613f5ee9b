// The real sequence that a cosine or sine transform of a line by itself is made of.
#pragma once

#include "kernels/fft/pass/two_for_one.hpp"

namespace tobiuo::fft {

/// A line of `points` samples as 2 M values, neighbours of which are the parts of M complex values:
/// see LoneLineItem. Value v < M of the sequence is sample front(v), a later one sample back(v),
/// which changes its sign for sines.
struct LoneLine {
    int points;
    TypeOne type_one;
    Makhoul makhoul;
    bool sine;
    bool back_transform;  ///< DCT-III or DST-III

    /// M
    [[nodiscard]] constexpr int pairs() const
    {
        return type_one == TypeOne::dst   ? points + 1
               : type_one == TypeOne::dct ? points - 1
                                          : points / 2;
    }
    /// Whether the transform begins with half a spectrum, or ends with one.
    [[nodiscard]] constexpr bool unfolds() const
    {
        return makhoul == Makhoul::whole && back_transform;
    }
    [[nodiscard]] constexpr bool folds() const
    {
        return type_one != TypeOne::none || (makhoul == Makhoul::whole && !back_transform);
    }
    /// Whether coefficients are in reverse order.
    [[nodiscard]] constexpr bool reversed() const { return sine && type_one == TypeOne::none; }

    /// The samples that a step along the sequence passes: two in Makhoul's order.
    [[nodiscard]] constexpr int slope() const { return type_one == TypeOne::none ? 2 : 1; }
    [[nodiscard]] constexpr int front(int value) const { return slope() * value - skipped(); }
    [[nodiscard]] constexpr int back(int value) const
    {
        return slope() * (2 * pairs() - value) - (slope() - 1) - skipped();
    }
    /// Whether a value is a sample: the walls of a DST-I are zeros that are not stored.
    [[nodiscard]] constexpr bool exists(unsigned value) const
    {
        return type_one != TypeOne::dst || (value != 0 && value != static_cast<unsigned>(pairs()));
    }

private:
    [[nodiscard]] constexpr int skipped() const { return type_one == TypeOne::dst ? 1 : 0; }
};

}  // namespace tobiuo::fft
