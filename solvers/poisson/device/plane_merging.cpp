// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/device/plane_merging.hpp"

#include <optional>
#include <variant>

#include "kernels/fft/choose/merge.hpp"
#include "kernels/fft/pass/pass_form.hpp"

namespace tobiuo::poisson {

void PlaneMerging::merge(fft::Schedule& schedule, std::size_t at, PassRole role) const
{
    const bool forward = role == PassRole::forward;
    auto& steps = schedule.steps;
    auto one = std::get<fft::PassStep>(steps[at]);
    auto two = std::get<fft::PassStep>(steps[at + 1]);
    const long long height = lines_.points_of(1);
    const long long row_bytes = bytes_per_value(precision_);
    const long long plane = lines_.pitch() * height * row_bytes;
    const long long outside = lines_.points_of(0) * height * row_bytes;
    fft::PassForm& rows = forward ? one.form : two.form;
    fft::PairRequest request = blocks_.pair_request(rows, forward ? two.form : one.form);
    request.rows_first = forward;
    request.planes = lines_.points_of(2);
    const bool has_pairs = rows.pairs.task != fft::TwoForOneTask::none;
    request.row_count = has_pairs ? (height + 1) / 2 : height;
    request.column_count = lines_.row_pairs();
    request.bytes = {
        .in = forward ? outside : plane, .middle = plane, .out = forward ? plane : outside};
    const auto [blocks, chosen] = blocks_.join(request);
    if (blocks && has_pairs) {
        rows.pairs.row_lines = height;
        rows.pairs.row_pairs = request.row_count;
    }
    auto form = blocks ? fft::merge_planes(one.form, two.form, request, *blocks) : std::nullopt;
    if (!form) {
        schedule.apart.push_back(chosen);
        return;
    }
    form->discard_bytes = forward ? 0 : discard_bytes(plane);
    steps[at] = fft::MergedStep{
        .form = *form, .from = one.from, .middle = one.to, .to = two.to, .chosen = chosen};
    steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(at) + 1);
}

long long PlaneMerging::discard_bytes(long long plane_bytes) const
{
    constexpr int line = fft::MergedForm::cache_line_bytes;
    const long long bytes = 2 * lines_.pitch() * bytes_per_value(precision_);
    return lines_.padded() && bytes % line == 0 && plane_bytes % line == 0 ? bytes : 0;
}

}  // namespace tobiuo::poisson
