// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/device/solve_lines.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "kernels/fft/choose/block_choice.hpp"
#include "kernels/fft/choose/cost_model.hpp"
#include "kernels/fft/schedule/padded_rows.hpp"
#include "runtime/rounding.hpp"

namespace tobiuo::poisson {
namespace {

using fft::Lines;
using fft::PassForm;
using fft::Side;
using fft::Split;
using fft::TwoForOneTask;

/// The distance in reals of two rows of an odd length in the work array: rounded up to whole
/// transactions if that adds little, otherwise to whole sectors.
long long padded(long long row, Precision precision)
{
    const auto up_to = [&](long long bytes) {
        return rounded_up(row, bytes / bytes_per_value(precision));
    };
    const long long transactions = up_to(fft::transaction_bytes);
    return static_cast<double>(transactions - row) <= fft::most_padding * static_cast<double>(row)
               ? transactions
               : up_to(fft::sector_bytes);
}

TwoForOneTask task_of(const SolvedAxis& axis, PassRole role)
{
    if (role == PassRole::fused_inverse) {
        return axis.transposed ? TwoForOneTask::solve_transposed : TwoForOneTask::solve;
    }
    return (role == PassRole::forward) != axis.transposed ? TwoForOneTask::analyse
                                                          : TwoForOneTask::synthesise;
}

}  // namespace

SolveLines::SolveLines(std::vector<SolvedAxis> axes, Precision precision) : axes_{std::move(axes)}
{
    const SolvedAxis& x = axes_.front();
    const bool several = axes_.size() > 1;
    const bool odd = x.points % 2 != 0;
    packed_ = several && x.periodic() && x.whole % 2 == 0 && x.whole > 2 && fft::is_smooth(x.whole);
    padded_ = several && odd && x.transformed();
    separate_reals_ = !several || (odd && !x.transformed());
    pitch_ = padded_ ? poisson::padded(x.points, precision) : x.points;
    row_pairs_ = several ? (pitch_ + 1) / 2 : 1;
}

SystemLines SolveLines::systems_along(std::size_t middle) const
{
    const std::array<long long, 3> steps{1, pitch_, pitch_ * points_of(1)};
    const std::size_t inner = middle == 0 ? 1 : 0;
    const std::size_t outer = middle == 2 ? 1 : 2;
    return {.axis = axes_[middle].axis,
            .rows = points_of(middle),
            .step = steps.at(middle),
            .inner_count = points_of(inner),
            .beside_step = steps.at(inner),
            .beyond_count = points_of(outer),
            .beyond_step = steps.at(outer)};
}

PassForm SolveLines::pass_of(std::size_t axis, PassRole role) const
{
    if (axis > 0) {
        return columns(axis, role);
    }
    return packed_ ? packed_rows(role) : axes_.size() == 1 ? only_row() : paired_rows(role);
}

PassForm SolveLines::packed_rows(PassRole role) const
{
    const bool is_inverse = role == PassRole::inverse;
    PassForm form;
    form.points = static_cast<int>(points_of(0));
    form.inverse = is_inverse;
    form.source_side = is_inverse ? Side::packed : Side::pairs;
    form.sink_side = is_inverse ? Side::pairs : Side::packed;
    const Lines reals = fft::row_lines(points_of(1) * points_of(2), points_of(0));
    const Lines packed = fft::row_lines(points_of(1) * points_of(2), points_of(0) / 2);
    form.source = is_inverse ? packed : reals;
    form.sink = is_inverse ? reals : packed;
    return form;
}

PassForm SolveLines::paired_rows(PassRole role) const
{
    const long long rows = points_of(1) * points_of(2);
    PassForm form = lines_of(0, role, fft::row_lines((rows + 1) / 2, points_of(0)));
    (role == PassRole::inverse ? form.source : form.sink).outer_step = pitch_;
    form.pairs.separate_reals = true;
    form.pairs.row_lines = rows;
    form.pairs.row_pairs = (rows + 1) / 2;
    return form;
}

PassForm SolveLines::only_row() const
{
    PassForm form = lines_of(0, PassRole::fused_inverse, fft::row_lines(1, points_of(0)));
    form.pairs.separate_reals = true;
    form.pairs.row_lines = 1;
    return form;
}

PassForm SolveLines::columns(std::size_t axis, PassRole role) const
{
    const bool is_second = axis == 1;
    const long long unit = separate_reals_ ? 1 : 2;  // reals
    const long long row = pitch_ / unit;
    Lines lines{.count = row_pairs_ * (is_second ? points_of(2) : points_of(1)),
                .step = is_second ? row : row * points_of(1),
                .inner = row_pairs_,
                .inner_step = 1,
                .outer_step = is_second ? row * points_of(1) : row};
    if (!is_second && !separate_reals_) {  // all lines are neighbours
        lines.inner = lines.count;
    }
    PassForm form = lines_of(axis, role, lines);
    form.pairs.row_pairs = row_pairs_;
    form.pairs.separate_reals = separate_reals_;
    // A part of rows may end in the padding between rows, which may hold NaN.
    form.pairs.row_lines = std::min(points_of(0), axes_.front().whole - axes_.front().first);
    if (packed_ && axes_[axis].periodic()) {
        form.pairs.split = axes_.front().first == 0 ? Split::first : Split::none;
    }
    return form;
}

PassForm SolveLines::lines_of(std::size_t axis, PassRole role, const Lines& lines) const
{
    PassForm form;
    form.points = static_cast<int>(points_of(axis));
    form.source = lines;
    form.sink = lines;
    form.pairs = axes_[axis].pairs;
    form.pairs.task = task_of(axes_[axis], role);
    return form;
}

void SolveLines::regroup(PassForm& form) const
{
    if (separate_reals_) {
        fft::group_lines(form, points_of(0));
    }
}

std::optional<PassForm> SolveLines::without_padding(const PassForm& pass) const
{
    const bool has_padding = padded_ && pass.source.inner == row_pairs_ && !pass.pairs.solves();
    if (!has_padding) {
        return std::nullopt;
    }
    PassForm columns = pass;
    const long long rows = columns.source.count / row_pairs_;
    columns.pairs.row_pairs = (points_of(0) + 1) / 2;
    columns.source.inner = columns.pairs.row_pairs;
    columns.source.count = rows * columns.pairs.row_pairs;
    columns.sink = columns.source;
    return columns;
}

}  // namespace tobiuo::poisson
