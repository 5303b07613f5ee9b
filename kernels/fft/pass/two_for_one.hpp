// SPDX-License-Identifier: BSD-3-Clause
// Real lines in a pass, two as one complex line or one by itself: every choice, as constants for
// the compiler.
#pragma once

#include "kernels/fft/pass/makhoul.hpp"

namespace tobiuo::fft {

/// What a pass does with pairs of real lines.
enum class TwoForOneTask {
    none,              ///< lines are complex, or rows of reals
    analyse,           ///< samples of the lines to coefficients
    synthesise,        ///< coefficients of the lines to samples
    solve,             ///< analyses, divides by a sum of eigenvalues (Symbol), synthesises
    solve_transposed,  ///< the same with the transforms exchanged: DCT-III or DST-III first
};

/// DCT-I and DST-I, whose lines continue as even or odd functions about walls on nodes: see
/// type_one_sequence.hpp.
enum class TypeOne {
    none,
    dst,  ///< DST-I: n samples between two zeros, by a transform of n + 1 points
    dct,  ///< DCT-I: n samples with both ends, by a transform of n - 1 points
};

/// Which pairs are split into their two spectra. The lines of other pairs have the same eigenvalues
/// along the other axes, as the real and the imaginary part of a periodic mode have, and may stay
/// mixed.
enum class Split {
    none,
    first,  ///< only the first pair of each row of lines: modes 0 and N / 2, which are real
    all,
};

/// How a pass treats pairs of real lines. Only samples are reordered; coefficients are in order.
struct TwoForOne {
    TwoForOneTask task = TwoForOneTask::none;
    Makhoul makhoul = Makhoul::none;
    TypeOne type_one = TypeOne::none;
    bool sine = false;
    bool reversed = false;  ///< coefficients are in reverse order
    Split split = Split::none;
    long long row_pairs = 1;  ///< pairs in a row of lines
    /// Pair p of a row consists of the lines p + p / group group and that + group: neighbouring
    /// pairs of a group have neighbouring lines, so that neighbouring threads access neighbouring
    /// values.
    int group = 1;
    /// The lines of a pair are two lines of reals instead of the parts of one complex line. Lines
    /// then counts reals and gives the first line of each pair, as if there were no second ones.
    bool separate_reals = false;
    long long row_lines = 2;  ///< a pair whose second line would exceed its row has only one
    /// Eigenvalues are added in double precision, because their sums may cancel.
    bool wide_symbol = false;
    /// The DFT is of a period of the function that goes on evenly (dct) or oddly (dst) beyond both
    /// ends of the line, which are walls on nodes: only one half of the period is in memory.
    TypeOne continued = TypeOne::none;
    double scale = 1.0;  ///< what the pass writes is multiplied by it
    /// Lines are inputs of their own, and no two of them are one complex line: two values of the
    /// same line are, see LoneLine. Lines then counts reals and gives every line.
    bool alone = false;

    [[nodiscard]] constexpr bool operator==(const TwoForOne&) const = default;

    [[nodiscard]] constexpr bool solves() const
    {
        return task == TwoForOneTask::solve || task == TwoForOneTask::solve_transposed;
    }
    [[nodiscard]] constexpr bool is_type_one() const { return type_one != TypeOne::none; }
    /// Whether odd coefficients are sums of differences, see TypeOneSequence.
    [[nodiscard]] constexpr bool adds_differences() const { return is_type_one() && !alone; }
    /// Whether shared memory is needed besides the exchanges of the transform.
    [[nodiscard]] constexpr bool mirrors() const { return split != Split::none || is_type_one(); }
    [[nodiscard]] constexpr long long first_line(long long pair) const
    {
        return pair + pair / group * group;
    }
    /// Points of the complex transform for lines of `numbers` samples.
    [[nodiscard]] constexpr int period(int numbers) const
    {
        return type_one == TypeOne::dst    ? numbers + 1
               : type_one == TypeOne::dct  ? numbers - 1
               : continued == TypeOne::dst ? 2 * (numbers + 1)
               : continued == TypeOne::dct ? 2 * (numbers - 1)
               : alone                     ? numbers / 2
                                           : numbers;
    }
};

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
