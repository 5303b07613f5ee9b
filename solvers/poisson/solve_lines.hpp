// How the lines of a solve lie in its arrays on the GPU: what each pass reads and writes.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "kernels/fft/pass/pass_form.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/solved_axis.hpp"

namespace tobiuo::poisson {

/// Where the lines along a stretched axis lie: see tridiagonal::Systems.
struct SystemLines {
    int axis{};
    long long rows{};
    long long step{};
    long long inner_count = 1;
    long long beside_step = 0;
    long long beyond_count = 1;
    long long beyond_step = 0;
};

enum class PassRole { there, there_and_back, back };

/// Lines of the axes that are not absent, numbered from the fastest: the first by rows, the others
/// by columns.
class SolveLines {
public:
    /// Axes as solved_axis() gives them, at least one.
    SolveLines(std::vector<SolvedAxis> axes, Precision precision);

    [[nodiscard]] const std::vector<SolvedAxis>& axes() const { return axes_; }
    /// 1 of an axis that there is not.
    [[nodiscard]] long long points_of(std::size_t axis) const
    {
        return axis < axes_.size() ? axes_[axis].points : 1;
    }
    /// x is half a spectrum: both lines of a pair have one mode.
    [[nodiscard]] bool packed() const { return packed_; }
    /// Rows have an odd length and lie in a work array between the passes of x.
    [[nodiscard]] bool padded() const { return padded_; }
    /// Reals from row to row there.
    [[nodiscard]] long long pitch() const { return pitch_; }
    /// Pairs of columns in a row.
    [[nodiscard]] long long row_pairs() const { return row_pairs_; }

    /// The pass along an axis, still without a block.
    [[nodiscard]] fft::PassForm pass_of(std::size_t axis, PassRole role) const;

    /// Pairs of columns that are apart by as many as a block has, so that its threads read and
    /// write neighbours: unless too many pairs at the ends of rows would then lack their second
    /// column.
    void regroup(fft::PassForm& form) const;

    /// Columns of y without those of the padding between rows, which then begin anywhere in a
    /// sector; nullopt if the pass has no such columns.
    [[nodiscard]] std::optional<fft::PassForm> without_padding(const fft::PassForm& pass) const;

    [[nodiscard]] SystemLines systems_along(std::size_t axis) const;

private:
    [[nodiscard]] fft::PassForm packed_rows(PassRole role) const;
    [[nodiscard]] fft::PassForm paired_rows(PassRole role) const;
    /// Of a problem in one dimension: a pair without its second line.
    [[nodiscard]] fft::PassForm only_row() const;
    [[nodiscard]] fft::PassForm columns(std::size_t axis, PassRole role) const;
    [[nodiscard]] fft::PassForm lines_of(std::size_t axis, PassRole role,
                                         const fft::Lines& lines) const;

    std::vector<SolvedAxis> axes_;
    bool packed_;
    bool padded_;
    bool separate_reals_;  ///< pairs of columns are not the parts of aligned complex values
    long long pitch_;
    long long row_pairs_;
};

}  // namespace tobiuo::poisson
