// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/schedule/four_step.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>

namespace tobiuo::fft {
namespace {

using Factors = std::vector<long long>;

/// The lines along the middle of [outer][points][inner].
Lines strided(long long outer, long long points, long long inner)
{
    return column_lines(outer, inner, points * inner);
}

Lines rows_or_columns(long long outer, long long points, long long inner)
{
    return inner > 1 ? strided(outer, points, inner) : row_lines(outer, points);
}

/// The last factor's transforms. They read [n1][n2][n3], or what is left of it, and write element
/// k1 + n1 (k2 + n2 k3) to its place.
FourStepPass last_pass(const FourStepAxis& axis, long long last, Lines source)
{
    const long long before = axis.points / last;
    FourStepPass axis_pass;
    axis_pass.form.points = static_cast<int>(last);
    axis_pass.form.inverse = axis.inverse;
    axis_pass.form.source = source;
    axis_pass.form.sink = {.count = source.count,
                           .step = before * axis.inner,
                           .inner = before * axis.inner,
                           .inner_step = 1,
                           .outer_step = axis.sink_step};
    axis_pass.form.sink_side = axis.sink_side;
    if (axis.sink_side != Side::complex) {
        axis_pass.form.sink_part = {.length = axis.points, .stride = before};
    }
    axis_pass.order = axis.inner == 1 ? Order::transposing : Order::strided;
    return axis_pass;
}

/// The transforms along n1 of [n1][rest], and the twiddle factors after them.
FourStepPass first_pass(const FourStepAxis& axis, long long first, long long sink_step)
{
    const long long rest = axis.points / first;
    FourStepPass axis_pass;
    axis_pass.form.points = static_cast<int>(first);
    axis_pass.form.inverse = axis.inverse;
    axis_pass.form.source = column_lines(axis.outer, rest * axis.inner, axis.source_step);
    axis_pass.form.sink = column_lines(axis.outer, rest * axis.inner, sink_step);
    axis_pass.form.source_side = axis.source_side;
    if (axis.source_side != Side::complex) {
        axis_pass.form.source_part = {.length = axis.points, .stride = rest};
    }
    axis_pass.form.twiddle = {.length = axis.points, .divisor = axis.inner, .second = rest};
    axis_pass.order = Order::strided;
    return axis_pass;
}

/// Two passes through the work array: along n1 of [n1][n2], then along n2 with a transposition.
FourStepPasses in_two(const FourStepAxis& axis, const Factors& factors)
{
    const long long size = axis.points * axis.inner;
    FourStepPasses four_step;
    four_step.work_values = axis.outer * size;
    four_step.passes.push_back(first_pass(axis, factors[0], size));
    four_step.passes.back().to_work = true;
    four_step.passes.push_back(last_pass(
        axis, factors[1], rows_or_columns(axis.outer * factors[0], factors[1], axis.inner)));
    return four_step;
}

/// Three passes: [n1][n2][n3] along n1 within the array of the sink, along n2 to [n2][n1][n3] in
/// the work array, then along n3 with a transposition. The last two permute, so the first one must
/// not.
FourStepPasses in_three(const FourStepAxis& axis, const Factors& factors)
{
    const long long size = axis.points * axis.inner;
    const long long tail = factors[2] * axis.inner;
    FourStepPasses four_step;
    four_step.work_values = axis.outer * size;
    four_step.passes.push_back(first_pass(axis, factors[0], axis.sink_step));
    FourStepPass middle;
    middle.form.points = static_cast<int>(factors[1]);
    middle.form.inverse = axis.inverse;
    middle.form.source = strided(axis.outer * factors[0], factors[1], tail);
    middle.form.sink = strided(axis.outer, factors[1], factors[0] * tail);
    middle.form.twiddle = {
        .length = factors[1] * factors[2], .divisor = axis.inner, .second = factors[2]};
    middle.order = Order::strided;
    middle.to_work = true;
    four_step.passes.push_back(middle);
    four_step.passes.push_back(
        last_pass(axis, factors[2],
                  rows_or_columns(axis.outer * factors[0] * factors[1], factors[2], axis.inner)));
    return four_step;
}

FourStepPasses split_way(const FourStepAxis& axis, const Fits& fits)
{
    const Order last = axis.inner == 1 ? Order::transposing : Order::strided;
    if (const Factors two = factors_of(axis.points, 2, last, fits); !two.empty()) {
        return in_two(axis, two);
    }
    // Between the first two passes the sink holds complex values without gaps.
    const bool complex = axis.source_side == Side::complex && axis.sink_side == Side::complex;
    const long long size = axis.points * axis.inner;
    const bool tight = axis.outer == 1 || (axis.source_step == size && axis.sink_step == size);
    if (const Factors three = factors_of(axis.points, 3, last, fits);
        complex && tight && !three.empty()) {
        return in_three(axis, three);
    }
    return {};
}

/// Factors of the shortest convolution that serves the axis: 8, 9, 10, 12, 14 or 15 times a power
/// of two, because these have cheap butterflies and are at most a sixth longer than needed.
Factors convolution_factors(const FourStepAxis& axis, const Fits& fits)
{
    const long long least = 2 * axis.points - 1;
    const Order last = axis.inner == 1 ? Order::contiguous : Order::strided;
    for (const int count : {2, 3}) {
        for (long long power = 1; 8 * power <= 4 * least; power *= 2) {
            for (const long long factor : {8, 9, 10, 12, 14, 15}) {
                if (factor * power < least) {
                    continue;
                }
                Factors factors = factors_of(factor * power, count, last, fits);
                if (!factors.empty()) {
                    return factors;
                }
            }
        }
    }
    return {};
}

/// The passes of a convolution, in the work array except for the ends: forward along all factors
/// but the last one, without transposing; along the last one forward, times the filter, and back;
/// then back along the other factors.
FourStepPasses convolution_way(const FourStepAxis& axis, const Factors& factors)
{
    const long long length =
        std::accumulate(factors.begin(), factors.end(), 1LL, std::multiplies<>{});
    std::vector<FourStepPass> forward;
    long long before = 1;
    long long rest = length;
    for (std::size_t index = 0; index + 1 < factors.size(); ++index) {
        rest /= factors[index];
        FourStepPass axis_pass;
        axis_pass.form.points = static_cast<int>(factors[index]);
        axis_pass.form.source = strided(axis.outer * before, factors[index], rest * axis.inner);
        axis_pass.form.sink = axis_pass.form.source;
        axis_pass.form.twiddle = {
            .length = factors[index] * rest, .divisor = axis.inner, .second = rest};
        axis_pass.order = Order::strided;
        axis_pass.to_work = true;
        forward.push_back(axis_pass);
        before *= factors[index];
    }
    std::vector<FourStepPass> inverse{forward.rbegin(), forward.rend()};
    for (FourStepPass& axis_pass : inverse) {
        axis_pass.form.inverse = true;
        axis_pass.form.twiddle_first = true;
    }
    const Part end{.length = axis.points,
                   .stride = length / factors[0],
                   .divisor = axis.inner,
                   .chirp = axis.inverse ? Chirp::inverse : Chirp::forward};
    PassForm& in = forward.front().form;
    in.source.outer_step = axis.source_step;
    in.source_side = axis.source_side;
    in.source_part = end;
    PassForm& out = inverse.back().form;
    out.sink.outer_step = axis.sink_step;
    out.sink_side = axis.sink_side;
    out.sink_part = end;
    inverse.back().to_work = false;

    FourStepPass middle;
    middle.form.points = static_cast<int>(factors.back());
    middle.form.source = rows_or_columns(axis.outer * before, factors.back(), axis.inner);
    middle.form.sink = middle.form.source;
    middle.form.convolution = {.points = axis.points,
                               .length = length,
                               .first = factors[0],
                               .second = before / factors[0],
                               .divisor = axis.inner};
    middle.order = axis.inner == 1 ? Order::contiguous : Order::strided;
    middle.to_work = true;

    FourStepPasses four_step{.passes = forward, .work_values = axis.outer * length * axis.inner};
    four_step.passes.push_back(middle);
    std::ranges::copy(inverse, std::back_inserter(four_step.passes));
    return four_step;
}

}  // namespace

std::vector<long long> factors_of(long long n, int count, Order last, const Fits& fits)
{
    const double root = std::pow(static_cast<double>(n), 1.0 / count);
    const double beyond_shared_memory = 65536;
    for (auto first = static_cast<long long>(std::min(root, beyond_shared_memory)) + 1; first > 1;
         --first) {
        if (n % first != 0 || !fits(first, Order::strided)) {
            continue;
        }
        Factors factors{first};
        if (count > 2) {
            std::ranges::copy(factors_of(n / first, count - 1, last, fits),
                              std::back_inserter(factors));
        } else if (fits(n / first, last)) {
            factors.push_back(n / first);
        }
        if (factors.size() > 1) {
            return factors;
        }
    }
    return {};
}

FourStepPasses four_step_passes(const FourStepAxis& axis, const Fits& fits)
{
    if (is_smooth(axis.points)) {
        FourStepPasses four_step = split_way(axis, fits);
        if (!four_step.passes.empty()) {
            return four_step;
        }
    }
    const Factors factors = convolution_factors(axis, fits);
    return factors.empty() ? FourStepPasses{} : convolution_way(axis, factors);
}

}  // namespace tobiuo::fft
