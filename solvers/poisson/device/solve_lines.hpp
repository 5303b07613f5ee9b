// SPDX-License-Identifier: BSD-3-Clause
// The lines of a solve in its arrays on the GPU: what each pass reads and writes.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "kernels/fft/pass/pass_form.hpp"
#include "solvers/poisson/device/solved_axis.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The layout of the lines along a stretched axis, see tridiagonal::Systems.
struct SystemLines {
    int axis{};
    long long rows{};
    long long step{};
    long long inner_count = 1;
    long long beside_step = 0;
    long long beyond_count = 1;
    long long beyond_step = 0;
};

enum class PassRole { forward, fused_inverse, inverse };

/// The lines of the axes that are not absent, numbered from the fastest one: contiguous along the
/// first axis, strided along the others. Of the first axis there may be only a part, of whole pairs
/// of lines along the others.
class SolveLines {
public:
    /// `axes` are results of solved_axis(), at least one.
    SolveLines(std::vector<SolvedAxis> axes, Precision precision);

    [[nodiscard]] const std::vector<SolvedAxis>& axes() const { return axes_; }
    /// The number of points of an axis, 1 if there is no such axis.
    [[nodiscard]] long long points_of(std::size_t axis) const
    {
        return axis < axes_.size() ? axes_[axis].points : 1;
    }
    /// Whether x is half a spectrum, so that both lines of a pair belong to one mode.
    [[nodiscard]] bool packed() const { return packed_; }
    /// Whether rows have an odd length and lie in a work array between the passes of x.
    [[nodiscard]] bool padded() const { return padded_; }
    /// The distance in reals of two rows in that work array.
    [[nodiscard]] long long pitch() const { return pitch_; }
    /// The number of pairs of strided lines beside each other in a row.
    [[nodiscard]] long long row_pairs() const { return row_pairs_; }

    /// The pass along an axis, without its configuration.
    [[nodiscard]] fft::PassForm pass_of(std::size_t axis, PassRole role) const;

    /// Makes pairs of strided lines whose distance is the number of transforms in a block, so that
    /// its threads access neighbours, unless too many pairs at the ends of rows would then lack
    /// their second line.
    void regroup(fft::PassForm& form) const;

    /// The pass along y without the lines in the padding between rows, whose pairs then begin
    /// anywhere in a sector; nothing if the pass has no such lines.
    [[nodiscard]] std::optional<fft::PassForm> without_padding(const fft::PassForm& pass) const;

    [[nodiscard]] SystemLines systems_along(std::size_t axis) const;

private:
    [[nodiscard]] fft::PassForm packed_rows(PassRole role) const;
    [[nodiscard]] fft::PassForm paired_rows(PassRole role) const;
    /// The pass of a one-dimensional problem: a pair without its second line.
    [[nodiscard]] fft::PassForm only_row() const;
    [[nodiscard]] fft::PassForm columns(std::size_t axis, PassRole role) const;
    [[nodiscard]] fft::PassForm lines_of(std::size_t axis, PassRole role,
                                         const fft::Lines& lines) const;

    std::vector<SolvedAxis> axes_;
    bool packed_;
    bool padded_;
    bool separate_reals_;  ///< pairs of lines are not the parts of aligned complex values
    long long pitch_;
    long long row_pairs_;
};

}  // namespace tobiuo::poisson
