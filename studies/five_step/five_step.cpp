// SPDX-License-Identifier: BSD-3-Clause
#include "studies/five_step/five_step.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/fft/choose/block_choice.hpp"
#include "kernels/fft/choose/pass_blocks.hpp"

namespace tobiuo::fft {
namespace {

/// An axis of first x second points.
struct TwoFactors {
    long long first;
    long long second;

    [[nodiscard]] long long points() const { return first * second; }
};

bool has_butterfly(long long points)
{
    constexpr long long largest_radix = 32;
    if (points < 2 || points > largest_radix) {
        return false;
    }
    const auto ways = factorisations(static_cast<int>(points));
    return std::ranges::any_of(ways, [](const auto& way) { return way.size() == 1; });
}

/// Two factors as near to each other as they can be, the larger one first; nothing if there are
/// none.
std::optional<TwoFactors> factors_of(long long points)
{
    for (long long first = 2; first <= 32; ++first) {
        if (points % first == 0 && points / first <= first && has_butterfly(first) &&
            has_butterfly(points / first)) {
            return TwoFactors{first, points / first};
        }
    }
    return std::nullopt;
}

[[noreturn]] void decline(const Problem& problem, const std::string& why)
{
    throw std::invalid_argument{"no plan of five steps for " + describe(problem) + " (" + why +
                                "); leave the algorithm to the planner"};
}

class FiveSteps {
public:
    FiveSteps(const Problem& problem, const DeviceLimits& limits, const Choices& choices)
        : problem_{problem}, limits_{limits}, blocks_{problem.precision, limits, choices}
    {
        schedule_.algorithm = "five steps";
        schedule_.work_values = points(problem) * problem.batch;
    }

    Schedule build()
    {
        const TwoFactors z = factors(problem_.lengths[0]);
        const TwoFactors y = factors(problem_.lengths[1]);
        const long long x = problem_.lengths[2];
        add_axis(z, y.points() * x, Array::input);
        add_axis(y, z.points() * x, Array::output);
        add_rows(x);
        return std::move(schedule_);
    }

private:
    [[nodiscard]] TwoFactors factors(long long points) const
    {
        const auto found = factors_of(points);
        if (!found) {
            decline(problem_, "an axis of " + std::to_string(points) +
                                  " points is no product of two of 2 to 16 and 32");
        }
        return *found;
    }

    /// Transforms [first][second][other] to [second][other / x][k1][x], then to [other /
    /// x][k2][k1][x].
    void add_axis(const TwoFactors& axis, long long other, Array from)
    {
        const long long x = problem_.lengths[2];
        const Twiddle twiddle{.length = axis.points(), .divisor = other, .second = axis.second};
        add_multirow(axis.first, axis.second * other, x, twiddle, from, Array::work);
        add_multirow(axis.second, other * axis.first, axis.first * x, {}, Array::work,
                     Array::output);
    }

    void add_multirow(long long points, long long rest, long long row, const Twiddle& twiddle,
                      Array from, Array to)
    {
        const PassForm form = multirow_pass({.points = static_cast<int>(points),
                                             .rest = rest,
                                             .row = row,
                                             .batch = problem_.batch,
                                             .inverse = problem_.direction == Direction::inverse,
                                             .twiddle = twiddle},
                                            blocks_per_sm(points));
        add(form, from, to);
    }

    void add_rows(long long x)
    {
        PassForm form;
        form.points = static_cast<int>(std::min(x, blocks_.longest(Order::contiguous)));
        form.inverse = problem_.direction == Direction::inverse;
        form.source = row_lines(problem_.batch * problem_.lengths[0] * problem_.lengths[1], x);
        form.sink = form.source;
        if (form.points < x || !blocks_.has_room(x) || !blocks_.give(form, Order::contiguous)) {
            decline(problem_, "its rows are too long for one pass in shared memory");
        }
        add(form, Array::output, Array::output);
    }

    void add(const PassForm& form, Array from, Array to)
    {
        if (form.blocks() > most_blocks) {
            decline(problem_, "a launch has at most " + std::to_string(most_blocks) + " blocks");
        }
        schedule_.steps.emplace_back(PassStep{.form = form, .from = from, .to = to});
    }

    /// As many blocks as registers allow if a thread has all the registers it needs.
    [[nodiscard]] int blocks_per_sm(long long points) const
    {
        constexpr int most_of_any_device = 16;
        const int words = static_cast<int>(points * bytes_per_value(problem_.precision) / 2);
        const int by_registers =
            limits_.registers_per_multiprocessor / (multirow_lines * registers_for(words, false));
        const int by_threads = limits_.threads_per_multiprocessor / multirow_lines;
        return std::clamp(std::min(by_registers, by_threads), 1, most_of_any_device);
    }

    const Problem& problem_;
    const DeviceLimits& limits_;
    PassBlocks blocks_;
    Schedule schedule_;
};

}  // namespace

Schedule five_step_schedule(const Problem& problem, const DeviceLimits& limits,
                            const Choices& choices)
{
    validate(problem);
    if (problem.kind != Kind::c2c || problem.lengths.size() != 3) {
        decline(problem, "its steps are those of complex numbers in three axes");
    }
    return FiveSteps{problem, limits, choices}.build();
}

}  // namespace tobiuo::fft
