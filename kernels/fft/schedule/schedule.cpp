#include "kernels/fft/schedule/schedule.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "kernels/fft/choose/merge.hpp"
#include "kernels/fft/choose/pass_blocks.hpp"
#include "kernels/fft/kernel/kernel_source.hpp"
#include "kernels/fft/schedule/five_step.hpp"
#include "kernels/fft/schedule/four_step.hpp"
#include "kernels/fft/schedule/padded_rows.hpp"

namespace tobiuo::fft {
namespace {

/// Larger planes leave no room for another to wait. 1024^3 c2c double, 16 MB a plane, 15.5 ms
/// merged and 18.0 apart.
constexpr double largest_plane_forward = 0.3;
constexpr double largest_plane_inverse = 0.17;
/// Planes up to this size that are written in place may stay until then: 512^3 c2c single, 0.825 ms
/// instead of 0.837; 1024^3 c2c double, 16 MB a plane, 16.4 instead of 15.5.
constexpr double largest_kept_plane = 0.14;
/// Rows of arrays below this many L2 caches are not padded.
constexpr double smallest_padded = 4.0;

/// Complex array [outer][points][inner] of the axis, seen from the complex side.
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

    Schedule build()
    {
        const int rank = static_cast<int>(problem_.lengths.size());
        const bool backwards = problem_.kind == Kind::c2r;
        std::vector<int> order;  // axes, the last one being 0
        for (int axis = 0; axis < rank; ++axis) {
            if (points_of(axis) > 1 || axis == 0) {
                order.push_back(axis);
            }
        }
        if (backwards) {
            std::ranges::reverse(order);
        }
        for (const int axis : order) {
            // c2r works in its input until the last axis, others in their output from the first.
            home_ = backwards && axis != order.back() ? Array::input : Array::output;
            add_axis(axis);
        }
        if (choices_.merging != Merging::never && rank > 1) {
            merge(backwards);
        }
        narrow_convolutions();
        if (choices_.allow_workspace && pays_to_pad()) {
            pad_rows(schedule_, problem_);
        }
        return std::move(schedule_);
    }

private:
    /// Whether the way is through memory, and rows become little longer.
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

    /// Distance of two rows on the side of reals.
    [[nodiscard]] long long real_pitch() const
    {
        return problem_.placement == Placement::in_place ? 2 * row() : points_of(0);
    }

    [[noreturn]] void decline(long long points, const std::string& why) const
    {
        throw std::invalid_argument{"no plan for an axis of " + std::to_string(points) +
                                    " points in " + describe(problem_) + " (" + why};
    }

    [[nodiscard]] bool give_block(PassForm& form, Order order) const
    {
        return blocks_.give(form, order, schedule_.steps.size());
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

    /// In one pass, or in several.
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
            if (give_block(form, order)) {
                add(form, home_);
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
            if (!give_block(form, axis_pass.order)) {
                decline(form.points,
                        "a block has too little shared memory); choose another device");
            }
            add(form, axis_pass.to_work ? Array::work : home_);
        }
        schedule_.work_values = std::max(schedule_.work_values, four_step.work_values);
        is_long_ = true;
    }

    void add_real_rows()
    {
        const long long points = points_of(0);
        const bool even = points % 2 == 0;
        const bool paired = even && is_smooth(points / 2);
        if (blocks_.has_room(paired ? points / 2 : points) && add_real_pass(paired)) {
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
        // Pairs of reals are complex numbers: their transform folds into the spectrum.
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

    /// Rows of reals in one pass; false if no block can.
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
        if (!give_block(form, Order::contiguous)) {
            return false;
        }
        add(form, home_);
        return true;
    }

    void add(const PassForm& form, Array to)
    {
        if (form.blocks() > most_blocks) {
            decline(form.points, "a launch has at most " + std::to_string(most_blocks) +
                                     " blocks); transform fewer lines at a time");
        }
        schedule_.steps.emplace_back(PassStep{.form = form, .from = now_, .to = to});
        now_ = to;
    }

    /// Joins the passes of axes 0 and 1 if both are single passes over whole planes.
    void merge(bool backwards)
    {
        const std::size_t at = backwards ? schedule_.steps.size() - 2 : 0;
        if (is_long_ || schedule_.steps.size() < 2 || points_of(1) < 2) {
            return;
        }
        const auto step_of = [&](std::size_t index) {
            return std::get<PassStep>(schedule_.steps[index]);
        };
        PassStep one = step_of(at);
        PassStep two = step_of(at + 1);
        const long long height = points_of(1);
        const Axis a = axis_of(1);
        const long long bytes = complex_bytes(problem_.precision);
        const long long plane = height * row() * bytes;
        const auto l2 = static_cast<double>(limits_.l2_bytes);
        const double largest_plane = backwards ? largest_plane_inverse : largest_plane_forward;
        if (choices_.merging == Merging::automatic &&
            (a.outer < 4 || static_cast<double>(plane) > largest_plane * l2 ||
             !waits_for_memory(one.form, two.form))) {
            return;
        }
        const bool cached = static_cast<double>(plane * a.outer) < largest_cached * l2;
        const Between between =
            row() * bytes % sector_bytes == 0 ? Between::aligned_rows : Between::rows;
        PassForm& rows = backwards ? two.form : one.form;
        PassForm& columns = backwards ? one.form : two.form;
        const std::size_t row_index = backwards ? at + 1 : at;
        const std::size_t column_index = backwards ? at : at + 1;
        if (cached) {
            blocks_.pair_up(rows, row_index, columns, column_index);
        } else if (!blocks_.match(rows, row_index, columns, column_index, between) &&
                   choices_.merging == Merging::automatic) {
            return;
        }
        for (PassForm* pass : {&one.form, &two.form}) {
            const long long count = pass->block.load_contiguous ? height : row();
            pass->source.count = count;
            pass->sink.count = count;
        }
        const long long real_plane = height * real_pitch() * bytes / 2;
        const PlaneBytes planes{.in = problem_.kind == Kind::r2c ? real_plane : plane,
                                .middle = plane,
                                .out = problem_.kind == Kind::c2r ? real_plane : plane};
        const double distance_bytes = (backwards ? inverse_distance : forward_distance) * l2;
        if (auto form = merge_planes(one.form, two.form, a.outer, planes, distance_bytes,
                                     choices_.pipeline_distance)) {
            if (problem_.placement == Placement::in_place &&
                static_cast<double>(plane) < largest_kept_plane * l2) {
                form->first.load = Access::normal;
            }
            schedule_.steps[at] =
                MergedStep{.form = *form, .from = one.from, .middle = one.to, .to = two.to};
            schedule_.steps.erase(schedule_.steps.begin() + static_cast<std::ptrdiff_t>(at) + 1);
        }
    }

    /// Rows of convolutions, which are not merged: 509^3 r2c double 5.01 ms, by wide blocks 5.46;
    /// of 52 transforms of 67^3 to 1021^3 the geometric mean is 2.3 % less. Plain rows of a box are
    /// merged.
    void narrow_convolutions()
    {
        for_each_single_pass(schedule_, [this](PassForm& form, std::size_t number) {
            if (form.bluestein) {
                blocks_.narrow(form, number);
            }
        });
    }

    const Problem& problem_;
    const DeviceLimits& limits_;
    const Choices& choices_;
    PassBlocks blocks_;
    Schedule schedule_;
    Array now_ = Array::input;    // where the data is
    Array home_ = Array::output;  // where the axis that is being added leaves it
    bool is_long_ = false;        // some axis takes several steps
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
    if (choices.algorithm == Algorithm::five_step) {
        return five_step_schedule(problem, limits, choices);
    }
    Schedule schedule = Builder{problem, limits, choices}.build();
    bound_residents(schedule, limits, choices);
    return schedule;
}

void bound_residents(Schedule& schedule, const DeviceLimits& limits, const Choices& choices)
{
    std::size_t pass = 0;
    const auto bound = [&](KernelConfig& block, long long blocks) {
        const long long share = (blocks + limits.multiprocessors - 1) / limits.multiprocessors;
        if (!choices.names_block(pass)) {
            block.min_blocks_per_sm =
                static_cast<int>(std::min<long long>(block.min_blocks_per_sm, share));
        }
        ++pass;
    };
    for (Step& step : schedule.steps) {
        if (auto* merged = std::get_if<MergedStep>(&step)) {
            bound(merged->form.first.block, merged->form.items());
            bound(merged->form.second.block, merged->form.items());
        } else if (auto* one = std::get_if<PassStep>(&step)) {
            bound(one->form.block, one->form.blocks());
        } else {
            ++pass;
        }
    }
}

int passes(const Schedule& schedule)
{
    return static_cast<int>(schedule.steps.size());
}

std::string describe(const Schedule& schedule)
{
    std::string text = schedule.algorithm == Algorithm::five_step ? "five steps: " : "";
    bool first = true;
    for (const Step& step : schedule.steps) {
        text += first ? "" : "; ";
        first = false;
        if (const auto* merged = std::get_if<MergedStep>(&step)) {
            text += short_name(merged->form.first) + " + " + short_name(merged->form.second) +
                    " merged, lag " + std::to_string(merged->form.pipeline_distance);
            text += merged->to == Array::work ? ", padded" : "";
        } else if (const auto* fold = std::get_if<FoldStep>(&step)) {
            text += short_name(fold->form);
        } else {
            text += short_name(std::get<PassStep>(step).form);
        }
    }
    return text;
}

}  // namespace tobiuo::fft
