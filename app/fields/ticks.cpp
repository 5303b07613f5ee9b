// Tick values, and labels with as many digits as it takes to tell neighbours apart.
#include "app/fields/ticks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <utility>

namespace tobiuo {
namespace {

/// Up to five digits before the point are written out, which is shorter than an exponent.
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

/// Three digits, or more where they would give two ticks the same label.
std::vector<Tick> labelled(std::vector<Tick> ticks)
{
    for (int digits = 3; digits <= 17; ++digits) {
        for (Tick& tick : ticks) {
            tick.label = text_of(tick.value, digits);
        }
        if (neighbours_differ(ticks)) {
            break;
        }
    }
    return ticks;
}

}  // namespace

std::vector<Tick> round_ticks(double lower, double upper, int most)
{
    const double length = upper - lower;
    double step = std::pow(10.0, std::floor(std::log10(length / most)));
    for (const double factor : {2.0, 2.5, 2.0}) {
        if (length / step + 1 > most + 1e-9) {  // as many as fit, rounding or not
            step *= factor;
        }
    }
    const double slack = 1e-9 * length;  // a tick at the very end is one, rounding or not
    const double first = std::ceil((lower - slack) / step);
    std::vector<Tick> ticks;
    for (int i = 0; i < most && (first + i) * step <= upper + slack; ++i) {
        ticks.push_back({.value = (first + i) * step, .label = {}});
    }
    if (ticks.size() < 3) {
        return even_ticks(lower, upper, 2);
    }
    return labelled(std::move(ticks));
}

std::vector<Tick> even_ticks(double lower, double upper, int count)
{
    std::vector<Tick> ticks;
    for (int i = 0; i < count; ++i) {
        const double fraction = static_cast<double>(i) / (count - 1);
        ticks.push_back({.value = lower * (1 - fraction) + upper * fraction, .label = {}});
    }
    // Next to labels of three digits, what is less than a ten-thousandth of the range is zero.
    for (Tick& tick : ticks) {
        if (std::abs(tick.value) < 1e-4 * (upper - lower)) {
            tick.value = 0;
        }
    }
    return labelled(std::move(ticks));
}

}  // namespace tobiuo
