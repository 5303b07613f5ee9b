// SPDX-License-Identifier: BSD-3-Clause
// Chooses ticks, and labels with as many digits as distinguish neighbours.
#include "app/output/picture/ticks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "app/wording.hpp"

namespace tobiuo {
namespace {

/// The value in words: up to five digits before the point are written out, because an exponent
/// would be longer.
std::string text_of(double value, int digits)
{
    const double size = std::abs(value);
    if (size >= 1e3 && size < 1e5) {
        digits = std::max(digits, size < 1e4 ? 4 : 5);
    }
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.*g", digits, value);
    return text.data();
}

bool neighbours_differ(const std::vector<Tick>& ticks)
{
    for (std::size_t i = 1; i < ticks.size(); ++i) {
        if (ticks[i].label == ticks[i - 1].label) {
            return false;
        }
    }
    return true;
}

/// Whether every label equals its value within `slack`, in steps between neighbours.
bool labels_are_exact(const std::vector<Tick>& ticks, double slack)
{
    const double step = ticks[1].value / 2 - ticks[0].value / 2;
    return std::ranges::all_of(ticks, [&](const Tick& tick) {
        const double shown = std::strtod(tick.label.c_str(), nullptr);
        return std::abs(shown / 2 - tick.value / 2) <= slack * step;
    });
}

/// Labels with three digits, or with more where two ticks would get equal labels, or one the label
/// of another value.
std::vector<Tick> labelled(std::vector<Tick> ticks, double slack)
{
    for (int digits = 3; digits <= 17; ++digits) {
        for (Tick& tick : ticks) {
            tick.label = text_of(tick.value, digits);
        }
        if (neighbours_differ(ticks) && (ticks.size() < 2 || labels_are_exact(ticks, slack))) {
            break;
        }
    }
    return ticks;
}

std::size_t longest_label(const std::vector<Tick>& ticks)
{
    return std::ranges::max_element(ticks, {}, [](const Tick& tick) { return tick.label.size(); })
        ->label.size();
}

/// A multiple of a power of ten, not less than the range, that is in the range or beside it.
double round_value_in(double lower, double upper)
{
    const double power = std::ceil(std::log10(upper - lower) - 1e-9);
    const double middle = lower + (upper - lower) / 2;
    if (power < 0) {  // a quotient of integers is the double nearest to the decimal
        const double scale = std::pow(10.0, -power);
        return std::round(middle * scale) / scale;
    }
    const double scale = std::pow(10.0, power);
    return std::round(middle / scale) * scale;
}

}  // namespace

std::vector<double> round_values(double lower, double upper, int most)
{
    const double length = upper - lower;
    const double power = std::pow(10.0, std::floor(std::log10(length / most)));
    double step = power;
    for (const double factor : {2.0, 2.5, 5.0, 10.0}) {
        if (length / step + 1 > most + 1e-9) {  // as many as fit; the margin allows for rounding
            step = factor * power;
        }
    }
    const double slack = 1e-9 * length;  // a tick at the very end counts despite rounding
    const double first = std::ceil((lower - slack) / step);
    std::vector<double> values;
    for (int i = 0; i < most && (first + i) * step <= upper + slack; ++i) {
        values.push_back((first + i) * step);
    }
    return values;
}

std::vector<Tick> round_ticks(double lower, double upper, int most)
{
    std::vector<Tick> ticks;
    for (const double value : round_values(lower, upper, most)) {
        ticks.push_back({.value = value, .label = {}});
    }
    if (ticks.size() < 3) {
        return even_ticks(lower, upper, 2);
    }
    return labelled(std::move(ticks), 1e-6);
}

std::vector<Tick> even_ticks(double lower, double upper, int count)
{
    std::vector<Tick> ticks;
    for (int i = 0; i < count; ++i) {
        const double fraction = static_cast<double>(i) / (count - 1);
        ticks.push_back({.value = lower * (1 - fraction) + upper * fraction, .label = {}});
    }
    // Next to labels of three digits, a value below a ten-thousandth of the range is zero.
    for (Tick& tick : ticks) {
        if (std::abs(tick.value) < 1e-4 * upper - 1e-4 * lower) {
            tick.value = 0;
        }
    }
    return labelled(std::move(ticks), 1.0);
}

NotedTicks noted_ticks(double lower, double upper, int most)
{
    constexpr std::size_t longest = 8;
    NotedTicks noted{.ticks = round_ticks(lower, upper, most), .note = {}};
    const double offset = round_value_in(lower, upper);
    if (longest_label(noted.ticks) <= longest || offset == 0 || !std::isfinite(offset)) {
        return noted;
    }
    std::vector<Tick> shifted = round_ticks(lower - offset, upper - offset, most);
    if (longest_label(shifted) >= longest_label(noted.ticks)) {
        return noted;
    }
    for (Tick& tick : shifted) {
        tick.value += offset;
    }
    return {.ticks = std::move(shifted),
            .note = (offset < 0 ? "- " : "+ ") + shortest(std::abs(offset))};
}

}  // namespace tobiuo
