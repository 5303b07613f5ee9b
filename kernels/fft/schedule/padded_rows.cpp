// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/schedule/padded_rows.hpp"

#include <algorithm>
#include <variant>

#include "kernels/fft/choose/device_limits.hpp"
#include "runtime/rounding.hpp"

namespace tobiuo::fft {
namespace {

bool is_box_of_reals(const Problem& problem)
{
    return problem.kind == Kind::r2c && problem.lengths.size() == 3 && problem.batch == 1;
}

}  // namespace

long long padded_row(const Problem& problem)
{
    return rounded_up<long long>(spectrum_row(problem),
                                 transaction_bytes / complex_bytes(problem.precision));
}

void pad_rows(Schedule& schedule, const Problem& problem)
{
    if (!is_box_of_reals(problem) || schedule.steps.size() != 2) {
        return;
    }
    auto* planes = std::get_if<MergedStep>(&schedule.steps.front());
    auto* along = std::get_if<PassStep>(&schedule.steps.back());
    if (planes == nullptr || along == nullptr) {
        return;
    }
    const long long row = spectrum_row(problem);
    const long long pitch = padded_row(problem);
    if (pitch == row) {
        return;
    }
    const long long height = problem.lengths[1];
    const long long value_bytes = complex_bytes(problem.precision);

    MergedForm& form = planes->form;
    planes->middle = planes->to = Array::work;
    form.first.load = Access::streaming;
    form.first.sink.outer_step = pitch;
    form.second.source.step = form.second.sink.step = pitch;
    form.middle_bytes = form.out_bytes = pitch * height * value_bytes;

    along->from = Array::work;
    along->form.source = {.count = along->form.source.count,
                          .step = pitch * height,
                          .inner = row,
                          .inner_step = 1,
                          .outer_step = pitch};
    schedule.work_values = pitch * height * problem.lengths[0];
}

void group_lines(PassForm& form, long long width)
{
    const long long rows = form.source.count / form.pairs.row_pairs;
    const auto pairs_by = [&](long long group) {
        return width / (2 * group) * group + std::min(width % (2 * group), group);
    };
    int group = form.block.transforms_per_block;
    while (group > 1 && 16 * pairs_by(group) > 17 * pairs_by(1)) {
        group /= 2;
    }
    form.pairs.group = group;
    form.pairs.row_pairs = pairs_by(group);
    form.source.inner = form.pairs.row_pairs;
    form.source.count = rows * form.pairs.row_pairs;
    form.sink = form.source;
}

}  // namespace tobiuo::fft
