// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/schedule/pointwise_schedule.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/fft/choose/pass_blocks.hpp"
#include "kernels/fft/schedule/four_step.hpp"

namespace tobiuo::fft {
namespace {

void validate_pointwise(const Problem& problem)
{
    validate(problem);
    if (problem.kind != Kind::c2c && problem.kind != Kind::r2c) {
        throw std::invalid_argument{
            "a function between transforms was asked for in " + describe(problem) +
            " (c2r is the way back, which the plan adds): give a c2c or r2c problem"};
    }
    if (problem.direction != Direction::forward) {
        throw std::invalid_argument{"a function between transforms was asked for in " +
                                    describe(problem) +
                                    " (it stands between the forward and the inverse transform): "
                                    "set the direction to forward"};
    }
}

/// The lengths of a spectrum, the slowest axis first.
std::vector<long long> spectrum_lengths(const Problem& problem)
{
    std::vector<long long> lengths(problem.lengths.begin(), problem.lengths.end());
    lengths.back() = spectrum_row(problem);
    return lengths;
}

/// A spectrum as [outer][points][inner] along the slowest axis with more than one point, or else
/// along x.
struct SlowestAxis {
    int axis;  ///< 0 x, 1 y, 2 z
    long long points;
    long long inner;
    long long outer;
};

SlowestAxis slowest_axis(const Problem& problem)
{
    const std::vector<long long> lengths = spectrum_lengths(problem);
    auto slowest = lengths.begin();
    while (slowest + 1 < lengths.end() && *slowest == 1) {
        ++slowest;
    }
    return {.axis = static_cast<int>(lengths.end() - slowest) - 1,
            .points = *slowest,
            .inner = std::accumulate(slowest + 1, lengths.end(), 1LL, std::multiplies{}),
            .outer = problem.batch};
}

/// The passes along the slowest axis. It refers to the problem, the limits and the choices.
class Middle {
public:
    Middle(const Problem& problem, const DeviceLimits& limits, const Choices& choices)
        : problem_{problem},
          axis_{slowest_axis(problem)},
          blocks_{problem.precision, limits, choices}
    {
    }

    /// One pass, or three passes of a four-step transform; none if the length of the axis allows
    /// neither, or if the axis goes from real samples to half a spectrum.
    [[nodiscard]] std::vector<PassStep> fused() const
    {
        const bool is_half = problem_.kind == Kind::r2c && axis_.axis == 0;
        if (is_half || !is_smooth(axis_.points)) {
            return {};
        }
        const Order order = axis_.inner == 1 ? Order::contiguous : Order::strided;
        const auto fits = [&](long long points, Order wanted) {
            return blocks_.serves(points, wanted);
        };
        const std::vector<long long> factors = fits(axis_.points, order)
                                                   ? std::vector<long long>{axis_.points}
                                                   : factors_of(axis_.points, 2, order, fits);
        if (factors.empty()) {
            return {};
        }
        const auto last = with_block(last_factor(factors.back(), order), order);
        if (factors.size() == 1) {
            return last ? std::vector{*last} : std::vector<PassStep>{};
        }
        const auto first = with_block(first_factor(factors.front()), Order::strided);
        if (!first || !last) {
            return {};
        }
        PassStep inverse = *first;
        inverse.form.inverse = true;
        inverse.form.twiddle_first = true;
        return {*first, *last, inverse};
    }

    /// A pass that only applies the function, to lines of one point each.
    [[nodiscard]] PassStep alone() const
    {
        PassForm form;
        form.source = row_lines(axis_.outer * axis_.points * axis_.inner, 1);
        form.sink = form.source;
        form.modes = modes(axis_.points);
        if (const auto made = with_block(form, Order::contiguous)) {
            return *made;
        }
        throw std::invalid_argument{"no plan for a function between transforms of " +
                                    describe(problem_) + " (a launch has at most " +
                                    std::to_string(most_blocks) +
                                    " blocks); transform fewer at a time"};
    }

private:
    /// The transforms along `first` of [first][rest], and the twiddle factors after them.
    [[nodiscard]] PassForm first_factor(long long first) const
    {
        const long long rest = axis_.points / first;
        PassForm form;
        form.points = static_cast<int>(first);
        form.source = column_lines(axis_.outer, rest * axis_.inner, axis_.points * axis_.inner);
        form.sink = form.source;
        form.twiddle = {.length = axis_.points, .divisor = axis_.inner, .second = rest};
        return form;
    }

    /// The transforms along the remaining factor, forward and back.
    [[nodiscard]] PassForm last_factor(long long last, Order order) const
    {
        const long long first = axis_.points / last;
        const long long outer = axis_.outer * first;
        PassForm form;
        form.points = static_cast<int>(last);
        form.source = order == Order::contiguous
                          ? row_lines(outer, last)
                          : column_lines(outer, axis_.inner, last * axis_.inner);
        form.sink = form.source;
        form.modes = modes(first);
        return form;
    }

    [[nodiscard]] Modes modes(long long first) const
    {
        const std::vector<long long> lengths = spectrum_lengths(problem_);
        const auto length = [&](int axis) {
            return axis < axis_.axis ? *(lengths.rbegin() + axis) : 1;
        };
        return {.axis = axis_.axis, .x = length(0), .y = length(1), .first = first};
    }

    [[nodiscard]] std::optional<PassStep> with_block(PassForm form, Order order) const
    {
        const auto chosen = blocks_.give(form, order);
        if (!chosen || form.blocks() > most_blocks) {
            return std::nullopt;
        }
        return PassStep{.form = form, .chosen = *chosen};
    }

    const Problem& problem_;
    SlowestAxis axis_;
    PassBlocks blocks_;
};

/// The array in which a step finds its data after a transform that ended in the output.
Array in_output(Array array)
{
    return array == Array::input ? Array::output : array;
}

Step in_output(Step step)
{
    if (auto* merged = std::get_if<MergedStep>(&step)) {
        merged->from = in_output(merged->from);
        merged->middle = in_output(merged->middle);
        merged->to = in_output(merged->to);
    } else if (auto* pass = std::get_if<PassStep>(&step)) {
        pass->from = in_output(pass->from);
        pass->to = in_output(pass->to);
    } else {
        auto& fold = std::get<FoldStep>(step);
        fold.at = in_output(fold.at);
    }
    return step;
}

/// A schedule to which whole schedules and passes in place are appended.
class Chain {
public:
    void add(const Schedule& schedule)
    {
        const bool goes_on = begun();
        for (const Step& step : schedule.steps) {
            made_.steps.push_back(goes_on ? in_output(step) : step);
        }
        made_.work_values = std::max(made_.work_values, schedule.work_values);
        made_.apart.insert(made_.apart.end(), schedule.apart.begin(), schedule.apart.end());
    }
    void add(PassStep step)
    {
        step.from = begun() ? Array::output : Array::input;
        step.to = Array::output;
        made_.steps.emplace_back(std::move(step));
    }
    [[nodiscard]] const Schedule& made() const { return made_; }

private:
    [[nodiscard]] bool begun() const { return !made_.steps.empty(); }

    Schedule made_;
};

/// The axes faster than the slowest one, as transforms of a larger batch; no lengths if there is
/// nothing to transform.
Problem faster_axes(const Problem& problem)
{
    const SlowestAxis axis = slowest_axis(problem);
    Problem faster = problem;
    faster.lengths.assign(problem.lengths.end() - axis.axis, problem.lengths.end());
    if (problem.kind == Kind::c2c) {  // rows of one real value have padding
        std::erase(faster.lengths, 1);
    }
    faster.batch = axis.outer * axis.points;
    return faster;
}

/// The problem that inverts `problem`, but for the scale, in the array that holds its result.
Problem undone(Problem problem)
{
    problem.placement = Placement::in_place;
    problem.direction = Direction::inverse;
    problem.kind = problem.kind == Kind::r2c ? Kind::c2r : Kind::c2c;
    return problem;
}

}  // namespace

Schedule make_pointwise_schedule(const Problem& problem, const DeviceLimits& limits,
                                 const Choices& choices)
{
    validate_pointwise(problem);
    const Middle middle{problem, limits, choices};
    std::vector<PassStep> passes = middle.fused();
    const bool fuses = !passes.empty();
    const Problem transformed_apart = fuses ? faster_axes(problem) : problem;
    if (!fuses) {
        passes.push_back(middle.alone());
    }
    Chain chain;
    if (!transformed_apart.lengths.empty()) {
        chain.add(make_schedule(transformed_apart, limits, choices));
    }
    for (const PassStep& step : passes) {
        chain.add(step);
    }
    if (!transformed_apart.lengths.empty()) {
        chain.add(make_schedule(undone(transformed_apart), limits, choices));
    }
    return chain.made();
}

}  // namespace tobiuo::fft
