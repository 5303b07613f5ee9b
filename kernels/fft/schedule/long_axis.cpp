#include "kernels/fft/schedule/long_axis.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>

namespace tobiuo::fft {
namespace {

using Digits = std::vector<long long>;

/// [outer][points][inner] along the middle.
Lines strided(long long outer, long long points, long long inner)
{
    return column_lines(outer, inner, points * inner);
}

Lines rows_or_columns(long long outer, long long points, long long inner)
{
    return inner > 1 ? strided(outer, points, inner) : row_lines(outer, points);
}

/// The last digit's transforms read [n1][n2][n3] or what is left of it, and put element
/// k1 + n1 (k2 + n2 k3) in its place.
Leg last_leg(const LongAxis& axis, long long last, Lines source)
{
    const long long before = axis.points / last;
    Leg leg;
    leg.form.points = static_cast<int>(last);
    leg.form.inverse = axis.inverse;
    leg.form.source = source;
    leg.form.sink = {.count = source.count,
                     .step = before * axis.inner,
                     .inner = before * axis.inner,
                     .inner_step = 1,
                     .outer_step = axis.sink_step};
    leg.form.sink_side = axis.sink_side;
    if (axis.sink_side != Side::complex) {
        leg.form.sink_part = {.length = axis.points, .stride = before};
    }
    leg.order = axis.inner == 1 ? Order::turning : Order::columns;
    return leg;
}

/// [n1][rest] along n1, turned.
Leg first_leg(const LongAxis& axis, long long first, long long sink_step)
{
    const long long rest = axis.points / first;
    Leg leg;
    leg.form.points = static_cast<int>(first);
    leg.form.inverse = axis.inverse;
    leg.form.source = column_lines(axis.outer, rest * axis.inner, axis.source_step);
    leg.form.sink = column_lines(axis.outer, rest * axis.inner, sink_step);
    leg.form.source_side = axis.source_side;
    if (axis.source_side != Side::complex) {
        leg.form.source_part = {.length = axis.points, .stride = rest};
    }
    leg.form.turn = {.length = axis.points, .divisor = axis.inner, .second = rest};
    leg.order = Order::columns;
    return leg;
}

/// Through the work array: [n1][n2] along n1, then along n2 and transposed.
LongWay in_two(const LongAxis& axis, const Digits& digits)
{
    const long long size = axis.points * axis.inner;
    LongWay way;
    way.work_values = axis.outer * size;
    way.legs.push_back(first_leg(axis, digits[0], size));
    way.legs.back().to_work = true;
    way.legs.push_back(
        last_leg(axis, digits[1], rows_or_columns(axis.outer * digits[0], digits[1], axis.inner)));
    return way;
}

/// [n1][n2][n3] along n1 within the array of the sink, along n2 to [n2][n1][n3] in the work array,
/// then along n3 and transposed: two passes that permute, so the first one must not.
LongWay in_three(const LongAxis& axis, const Digits& digits)
{
    const long long size = axis.points * axis.inner;
    const long long tail = digits[2] * axis.inner;
    LongWay way;
    way.work_values = axis.outer * size;
    way.legs.push_back(first_leg(axis, digits[0], axis.sink_step));
    Leg middle;
    middle.form.points = static_cast<int>(digits[1]);
    middle.form.inverse = axis.inverse;
    middle.form.source = strided(axis.outer * digits[0], digits[1], tail);
    middle.form.sink = strided(axis.outer, digits[1], digits[0] * tail);
    middle.form.turn = {
        .length = digits[1] * digits[2], .divisor = axis.inner, .second = digits[2]};
    middle.order = Order::columns;
    middle.to_work = true;
    way.legs.push_back(middle);
    way.legs.push_back(
        last_leg(axis, digits[2],
                 rows_or_columns(axis.outer * digits[0] * digits[1], digits[2], axis.inner)));
    return way;
}

LongWay split_way(const LongAxis& axis, const Fits& fits)
{
    const Order last = axis.inner == 1 ? Order::turning : Order::columns;
    if (const Digits two = digits_of(axis.points, 2, last, fits); !two.empty()) {
        return in_two(axis, two);
    }
    // Between the first two passes the sink holds complex values without gaps.
    const bool complex = axis.source_side == Side::complex && axis.sink_side == Side::complex;
    const long long size = axis.points * axis.inner;
    const bool tight = axis.outer == 1 || (axis.source_step == size && axis.sink_step == size);
    if (const Digits three = digits_of(axis.points, 3, last, fits);
        complex && tight && !three.empty()) {
        return in_three(axis, three);
    }
    return {};
}

/// Digits of the shortest convolution that serves the axis: 8, 9, 10, 12, 14 or 15 times a power of
/// two, which have cheap butterflies and are at most a sixth longer than needed.
Digits convolution_digits(const LongAxis& axis, const Fits& fits)
{
    const long long least = 2 * axis.points - 1;
    const Order last = axis.inner == 1 ? Order::rows : Order::columns;
    for (const int count : {2, 3}) {
        for (long long power = 1; 8 * power <= 4 * least; power *= 2) {
            for (const long long factor : {8, 9, 10, 12, 14, 15}) {
                if (factor * power < least) {
                    continue;
                }
                Digits digits = digits_of(factor * power, count, last, fits);
                if (!digits.empty()) {
                    return digits;
                }
            }
        }
    }
    return {};
}

/// In the work array, but for the ends: along all digits but the last and not put into order, then
/// along the last one forth, times the filter, and back, then along the others back.
LongWay convolution_way(const LongAxis& axis, const Digits& digits)
{
    const long long length =
        std::accumulate(digits.begin(), digits.end(), 1LL, std::multiplies<>{});
    std::vector<Leg> there;
    long long before = 1;
    long long rest = length;
    for (std::size_t index = 0; index + 1 < digits.size(); ++index) {
        rest /= digits[index];
        Leg leg;
        leg.form.points = static_cast<int>(digits[index]);
        leg.form.source = strided(axis.outer * before, digits[index], rest * axis.inner);
        leg.form.sink = leg.form.source;
        leg.form.turn = {.length = digits[index] * rest, .divisor = axis.inner, .second = rest};
        leg.order = Order::columns;
        leg.to_work = true;
        there.push_back(leg);
        before *= digits[index];
    }
    std::vector<Leg> back{there.rbegin(), there.rend()};
    for (Leg& leg : back) {
        leg.form.inverse = true;
        leg.form.turn_first = true;
    }
    const Part end{.length = axis.points,
                   .stride = length / digits[0],
                   .divisor = axis.inner,
                   .chirp = axis.inverse ? Chirp::inverse : Chirp::forward};
    PassForm& in = there.front().form;
    in.source.outer_step = axis.source_step;
    in.source_side = axis.source_side;
    in.source_part = end;
    PassForm& out = back.back().form;
    out.sink.outer_step = axis.sink_step;
    out.sink_side = axis.sink_side;
    out.sink_part = end;
    back.back().to_work = false;

    Leg middle;
    middle.form.points = static_cast<int>(digits.back());
    middle.form.source = rows_or_columns(axis.outer * before, digits.back(), axis.inner);
    middle.form.sink = middle.form.source;
    middle.form.convolution = {.points = axis.points,
                               .length = length,
                               .first = digits[0],
                               .second = before / digits[0],
                               .divisor = axis.inner};
    middle.order = axis.inner == 1 ? Order::rows : Order::columns;
    middle.to_work = true;

    LongWay way{.legs = there, .work_values = axis.outer * length * axis.inner};
    way.legs.push_back(middle);
    std::ranges::copy(back, std::back_inserter(way.legs));
    return way;
}

}  // namespace

std::vector<long long> digits_of(long long n, int count, Order last, const Fits& fits)
{
    const double root = std::pow(static_cast<double>(n), 1.0 / count);
    const double beyond_shared_memory = 65536;
    for (auto first = static_cast<long long>(std::min(root, beyond_shared_memory)) + 1; first > 1;
         --first) {
        if (n % first != 0 || !fits(first, Order::columns)) {
            continue;
        }
        Digits digits{first};
        if (count > 2) {
            std::ranges::copy(digits_of(n / first, count - 1, last, fits),
                              std::back_inserter(digits));
        } else if (fits(n / first, last)) {
            digits.push_back(n / first);
        }
        if (digits.size() > 1) {
            return digits;
        }
    }
    return {};
}

LongWay long_way(const LongAxis& axis, const Fits& fits)
{
    if (is_smooth(axis.points)) {
        LongWay way = split_way(axis, fits);
        if (!way.legs.empty()) {
            return way;
        }
    }
    const Digits digits = convolution_digits(axis, fits);
    return digits.empty() ? LongWay{} : convolution_way(axis, digits);
}

}  // namespace tobiuo::fft
