// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/schedule/schedule.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <utility>

#include "kernels/fft/choose/cost_model.hpp"
#include "kernels/fft/choose/merge.hpp"
#include "kernels/fft/choose/pass_blocks.hpp"
#include "kernels/fft/kernel/kernel_source.hpp"
#include "kernels/fft/schedule/four_step.hpp"
#include "kernels/fft/schedule/padded_rows.hpp"
#include "kernels/passes_text.hpp"

namespace tobiuo::fft {
namespace {

/// The axis of a complex array [outer][points][inner], as seen from the complex side.
struct Axis {
    long long points;
    long long inner;
    long long outer;
};

class Builder {
public:
    Builder(const Problem& problem, const DeviceLimits& limits, const Choices& choices)
        : problem_{problem},
          limits_{limits},
          choices_{choices},
          blocks_{problem.precision, limits, choices}
    {
    }

    /// The passes along the slowest axis alone.
    Schedule build_slowest_axis()
    {
        add_axis(static_cast<int>(problem_.lengths.size()) - 1);
        return std::move(schedule_);
    }

    /// `backwards`: from the first axis to the last one.
    Schedule build(bool backwards)
    {
        const int rank = static_cast<int>(problem_.lengths.size());
        std::vector<int> order;  // axes in the order of passes; 0 is the last axis
        for (int axis = 0; axis < rank; ++axis) {
            if (points_of(axis) > 1 || axis == 0) {
                order.push_back(axis);
            }
        }
        if (backwards) {
            std::ranges::reverse(order);
        }
        for (const int axis : order) {
            // c2r works in its input until the last axis; other transforms work in their output
            // from the first.
            const bool from_c2r = problem_.kind == Kind::c2r && axis != order.back();
            home_ = from_c2r ? Array::input : Array::output;
            add_axis(axis);
        }
        if (choices_.merging != Merging::never && rank > 1) {
            merge(backwards);
        }
        if (choices_.allow_workspace && pays_to_pad()) {
            pad_rows(schedule_, problem_);
        }
        return std::move(schedule_);
    }

private:
    /// Whether the data is larger than the caches, and padding makes rows little longer.
    [[nodiscard]] bool pays_to_pad() const
    {
        const long long more = padded_row(problem_) - row();
        return static_cast<double>(output_bytes(problem_)) >
                   smallest_padded * static_cast<double>(limits_.l2_bytes) &&
               static_cast<double>(more) <= most_padding * static_cast<double>(row());
    }

    [[nodiscard]] long long points_of(int axis) const
    {
        return problem_.lengths[problem_.lengths.size() - 1 - static_cast<std::size_t>(axis)];
    }
    [[nodiscard]] long long row() const { return spectrum_row(problem_); }

    [[nodiscard]] Axis axis_of(int axis) const
    {
        Axis found{points_of(axis), 1, problem_.batch};
        for (int other = 0; other < static_cast<int>(problem_.lengths.size()); ++other) {
            const long long length = other == 0 ? row() : points_of(other);
            if (other < axis) {
                found.inner *= length;
            } else if (other > axis) {
                found.outer *= length;
            }
        }
        return found;
    }

    /// Distance of two rows on the real side, in reals.
    [[nodiscard]] long long real_pitch() const
    {
        return problem_.placement == Placement::in_place ? 2 * row() : points_of(0);
    }

    [[noreturn]] void decline(long long points, const std::string& why) const
    {
        throw std::invalid_argument{"no plan for an axis of " + std::to_string(points) +
                                    " points (" + why};
    }

    void add_axis(int axis)
    {
        if (axis == 0 && problem_.kind != Kind::c2c) {
            add_real_rows();
            return;
        }
        const Axis a = axis_of(axis);
        const long long size = a.points * a.inner;
        add_complex({.points = a.points,
                     .inner = a.inner,
                     .outer = a.outer,
                     .source_step = size,
                     .sink_step = size,
                     .inverse = problem_.direction == Direction::inverse},
                    axis == 0 ? Order::contiguous : Order::strided);
    }

    /// Adds the transforms of a complex axis, in one pass or in several.
    void add_complex(const FourStepAxis& axis, Order order)
    {
        const auto lines = [&](long long outer_step) {
            return order == Order::contiguous ? row_lines(axis.outer, outer_step)
                                              : column_lines(axis.outer, axis.inner, outer_step);
        };
        if (axis.points <= blocks_.longest(order) && blocks_.has_room(axis.points)) {
            PassForm form;
            form.points = static_cast<int>(axis.points);
            form.inverse = axis.inverse;
            form.source = lines(axis.source_step);
            form.sink = lines(axis.sink_step);
            if (const auto chosen = blocks_.give(form, order)) {
                add(form, *chosen, home_);
                return;
            }
        }
        add_long(axis);
    }

    void add_long(const FourStepAxis& axis)
    {
        const FourStepPasses four_step = four_step_passes(
            axis, [&](long long points, Order order) { return blocks_.serves(points, order); });
        if (four_step.passes.empty()) {
            decline(axis.points,
                    "no three passes over memory are that long); choose a shorter axis, or one "
                    "whose prime factors are 13 or less");
        }
        for (const FourStepPass& axis_pass : four_step.passes) {
            PassForm form = axis_pass.form;
            const auto chosen = blocks_.give(form, axis_pass.order);
            if (!chosen) {
                decline(form.points,
                        "a block has too little shared memory); choose another device");
            }
            add(form, *chosen, axis_pass.to_work ? Array::work : home_);
        }
        schedule_.work_values = std::max(schedule_.work_values, four_step.work_values);
        is_long_ = true;
    }

    void add_real_rows()
    {
        const long long points = points_of(0);
        const bool even = points % 2 == 0;
        const bool paired = even && is_smooth(points / 2);
        const long long transformed = paired ? points / 2 : points;
        if (transformed <= blocks_.longest(Order::contiguous) && blocks_.has_room(transformed) &&
            add_real_pass(paired)) {
            return;
        }
        const Axis a = axis_of(0);
        const bool forward = problem_.kind == Kind::r2c;
        const long long reals = even ? real_pitch() / 2 : real_pitch();
        FourStepAxis axis{.points = even ? points / 2 : points,
                          .outer = a.outer,
                          .source_step = forward ? reals : row(),
                          .sink_step = forward ? row() : reals,
                          .inverse = !forward};
        if (!even) {
            axis.source_side = forward ? Side::real : Side::spectrum;
            axis.sink_side = forward ? Side::spectrum : Side::real;
            add_long(axis);
            return;
        }
        // Pairs of reals are complex values; the fold makes the spectrum from their transform.
        const FoldForm fold{.rows = a.outer, .pairs = axis.points, .inverse = !forward};
        if (!forward) {
            schedule_.steps.emplace_back(FoldStep{.form = fold, .at = now_});
        }
        add_complex(axis, Order::contiguous);
        if (forward) {
            schedule_.steps.emplace_back(FoldStep{.form = fold, .at = now_});
        }
        is_long_ = true;
    }

    /// Adds the transforms of real rows as one pass; returns false if no configuration can do it.
    [[nodiscard]] bool add_real_pass(bool paired)
    {
        const bool forward = problem_.kind == Kind::r2c;
        const long long outer = axis_of(0).outer;
        const Side real_side = paired ? Side::pairs : Side::real;
        const Side spectrum_side = paired ? Side::pairs_spectrum : Side::spectrum;
        PassForm form;
        form.points = static_cast<int>(points_of(0));
        form.inverse = !forward;
        form.source = row_lines(outer, forward ? real_pitch() : row());
        form.sink = row_lines(outer, forward ? row() : real_pitch());
        form.source_side = forward ? real_side : spectrum_side;
        form.sink_side = forward ? spectrum_side : real_side;
        const auto chosen = blocks_.give(form, Order::contiguous);
        if (!chosen) {
            return false;
        }
        add(form, *chosen, home_);
        return true;
    }

    void add(const PassForm& form, const Chosen& chosen, Array to)
    {
        if (form.blocks() > most_blocks) {
            decline(form.points, "a launch has at most " + std::to_string(most_blocks) +
                                     " blocks); transform fewer lines at a time");
        }
        schedule_.steps.emplace_back(
            PassStep{.form = form, .from = now_, .to = to, .chosen = chosen});
        now_ = to;
    }

    /// Merges the passes of axes 0 and 1 if both are single passes over whole planes.
    void merge(bool backwards)
    {
        const std::size_t at = backwards ? schedule_.steps.size() - 2 : 0;
        if (is_long_ || schedule_.steps.size() < 2 || points_of(1) < 2) {
            return;
        }
        const auto step_of = [&](std::size_t index) {
            return std::get<PassStep>(schedule_.steps[index]);
        };
        const PassStep one = step_of(at);
        const PassStep two = step_of(at + 1);
        const long long height = points_of(1);
        const long long bytes = complex_bytes(problem_.precision);
        const long long plane = height * row() * bytes;
        const long long real_plane = height * real_pitch() * bytes / 2;
        PairRequest request = backwards ? blocks_.pair_request(two.form, one.form)
                                        : blocks_.pair_request(one.form, two.form);
        request.rows_first = !backwards;
        request.in_place = problem_.placement == Placement::in_place;
        request.planes = axis_of(1).outer;
        request.row_count = height;
        request.column_count = row();
        request.bytes = {.in = problem_.kind == Kind::r2c ? real_plane : plane,
                         .middle = plane,
                         .out = problem_.kind == Kind::c2r ? real_plane : plane};
        const auto [blocks, chosen] = blocks_.join(request);
        const auto form =
            blocks ? merge_planes(one.form, two.form, request, *blocks) : std::nullopt;
        if (!form) {
            schedule_.apart.push_back(chosen);
            return;
        }
        schedule_.steps[at] = MergedStep{
            .form = *form, .from = one.from, .middle = one.to, .to = two.to, .chosen = chosen};
        schedule_.steps.erase(schedule_.steps.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    }

    const Problem& problem_;
    const DeviceLimits& limits_;
    const Choices& choices_;
    PassBlocks blocks_;
    Schedule schedule_;
    Array now_ = Array::input;    // where the data is
    Array home_ = Array::output;  // where the pass of the current axis leaves it
    bool is_long_ = false;        // whether some axis takes several steps
};

}  // namespace

std::int64_t Schedule::counters() const
{
    std::int64_t most = 0;
    for (const Step& step : steps) {
        if (const auto* merged = std::get_if<MergedStep>(&step)) {
            most = std::max<std::int64_t>(most, merged->form.planes);
        }
    }
    return most;
}

Schedule make_schedule(const Problem& problem, const DeviceLimits& limits, const Choices& choices)
{
    validate(problem);
    return Builder{problem, limits, choices}.build(problem.kind == Kind::c2r);
}

Schedule make_slowest_axis_schedule(const Problem& problem, const DeviceLimits& limits,
                                    const Choices& choices)
{
    validate(problem);
    if (problem.kind != Kind::c2c) {
        throw std::invalid_argument{"one axis of " + describe(problem) +
                                    " was asked for (real rows have no axis of complex values "
                                    "without them): give a c2c problem"};
    }
    return Builder{problem, limits, choices}.build_slowest_axis();
}

Schedule make_rows_last_schedule(const Problem& problem, const DeviceLimits& limits,
                                 const Choices& choices)
{
    validate(problem);
    if (problem.kind != Kind::c2c) {
        throw std::invalid_argument{"the rows of " + describe(problem) +
                                    " were to be transformed last (r2c begins with them): give a "
                                    "c2c problem"};
    }
    Schedule schedule = Builder{problem, limits, choices}.build(true);
    auto* const merged = std::get_if<MergedStep>(&schedule.steps.back());
    const long long row = problem.lengths.back() * complex_bytes(problem.precision);
    if (merged != nullptr && row % MergedForm::cache_line_bytes == 0) {
        merged->form.discard_bytes = row;
    }
    return schedule;
}

std::vector<Chosen> choices_in(const Schedule& schedule)
{
    std::vector<Chosen> all;
    for (const Step& step : schedule.steps) {
        if (const auto* one = std::get_if<PassStep>(&step)) {
            all.push_back(one->chosen);
        } else if (const auto* merged = std::get_if<MergedStep>(&step)) {
            all.push_back(merged->chosen);
        }
    }
    all.insert(all.end(), schedule.apart.begin(), schedule.apart.end());
    return all;
}

int passes(const Schedule& schedule)
{
    return static_cast<int>(schedule.steps.size());
}

std::string describe(const Schedule& schedule)
{
    std::string text = schedule.algorithm.empty() ? "" : schedule.algorithm + ": ";
    bool first = true;
    for (const Step& step : schedule.steps) {
        text += first ? "" : "; ";
        first = false;
        if (const auto* merged = std::get_if<MergedStep>(&step)) {
            text += short_name(merged->form.first) + " + " + short_name(merged->form.second) +
                    " merged, pipeline distance " + std::to_string(merged->form.pipeline_distance);
            text += merged->to == Array::work ? ", padded" : "";
        } else if (const auto* fold = std::get_if<FoldStep>(&step)) {
            text += short_name(fold->form);
        } else {
            text += short_name(std::get<PassStep>(step).form);
        }
    }
    return text;
}

std::string describe_passes(const Schedule& schedule)
{
    return passes_text(passes(schedule)) + ": " + describe(schedule);
}

std::string describe_passes(const Schedule& schedule, std::size_t work_bytes)
{
    return describe_passes(schedule) + ", " +
           (work_bytes == 0 ? "no work array"
                            : "work array of " + std::to_string(work_bytes) + " bytes");
}

}  // namespace tobiuo::fft
