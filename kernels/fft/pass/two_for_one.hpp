// Two real lines as one complex line of a pass: every choice, as numbers known when
// compiling.
#pragma once

#include "kernels/fft/pass/makhoul.hpp"

namespace tobiuo::fft {

/// What a pass does with pairs of real lines.
enum class TwoForOneTask {
    none,        ///< lines are complex, or rows of reals: no pairs
    analyse,     ///< numbers of the lines to coefficients
    synthesise,  ///< and back
    solve,       ///< analyses, divides by a sum of eigenvalues (Symbol), synthesises
    solve_back,  ///< the same with the two transforms exchanged: kinds 3 there, 2 back
};

/// DCT-I and DST-I, of lines that are continued as odd or even functions about numbers of their
/// own: see type_one_sequence.hpp.
enum class TypeOne {
    none,
    dst,  ///< DST-I: n numbers between two zeros, by a transform of n + 1 points
    dct,  ///< DCT-I: n numbers with both ends, by a transform of n - 1 points
};

/// Which pairs are split: the two lines of others have the same eigenvalues along the other
/// axes, as real and imaginary part of a periodic mode have, and may stay mixed.
enum class Split {
    none,
    first,  ///< only the first pair of each row: modes 0 and N / 2, which have no imaginary part
    all,
};

/// The side of numbers is folded, the side of coefficients plain.
struct TwoForOne {
    TwoForOneTask task = TwoForOneTask::none;
    Makhoul makhoul = Makhoul::none;
    TypeOne type_one = TypeOne::none;
    bool sine = false;
    bool reversed = false;  ///< the side of coefficients runs backwards
    Split split = Split::none;
    long long row_pairs = 1;  ///< pairs before the next row of lines begins
    /// Pair p of a row has its lines p + p / group group and that + group: groups of neighbours
    /// side by side, so that neighbouring threads find neighbouring numbers.
    int group = 1;
    /// Lines of a pair are not the parts of one complex value but two lines of reals: Lines then
    /// counts reals and gives the first lines as if there were no second ones.
    bool separate_reals = false;
    long long row_lines = 2;  ///< a pair whose second line is not among those of its row lacks it
    /// Eigenvalues are added up in double precision, for their sums may cancel.
    bool wide_symbol = false;

    [[nodiscard]] constexpr bool operator==(const TwoForOne&) const = default;

    [[nodiscard]] constexpr bool solves() const
    {
        return task == TwoForOneTask::solve || task == TwoForOneTask::solve_back;
    }
    [[nodiscard]] constexpr bool is_type_one() const { return type_one != TypeOne::none; }
    /// Shared memory is needed beside the transform's own exchanges.
    [[nodiscard]] constexpr bool mirrors() const { return split != Split::none || is_type_one(); }
    [[nodiscard]] constexpr long long first_line(long long pair) const
    {
        return pair + pair / group * group;
    }
    /// Points of the complex transform of `numbers` numbers.
    [[nodiscard]] constexpr int period(int numbers) const
    {
        return type_one == TypeOne::dst   ? numbers + 1
               : type_one == TypeOne::dct ? numbers - 1
                                          : numbers;
    }
};

}  // namespace tobiuo::fft
