#include "app/output/chart/chart_scale.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <string>

namespace tobiuo {
namespace {

double base_of(Scale scale)
{
    return scale == Scale::powers_of_two ? 2.0 : 10.0;
}

std::string number_text(double value)
{
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.15g", value);
    return text.data();
}

}  // namespace

ChartScale::ChartScale(const ChartAxis& axis, const std::vector<double>& values, int pixels,
                       int most_ticks)
    : scale_{axis.scale}, pixels_{pixels}
{
    choose_ends(axis, values);
    choose_ticks(axis, most_ticks);
}

double ChartScale::measure(double value) const
{
    return scale_ == Scale::linear ? value : std::log(value) / std::log(base_of(scale_));
}

double ChartScale::place(double value) const
{
    const double low = measure(lower_);
    return (measure(value) - low) / (measure(upper_) - low) * pixels_;
}

void ChartScale::choose_ends(const ChartAxis& axis, const std::vector<double>& values)
{
    const bool linear = scale_ == Scale::linear;
    std::vector<double> usable;
    std::ranges::copy_if(values, std::back_inserter(usable), [&](double value) {
        return std::isfinite(value) && (linear || value > 0.0);
    });
    const auto [least, most] = usable.empty() ? std::ranges::min_max_result<double>{1.0, 10.0}
                                              : std::ranges::minmax(usable);
    lower_ = axis.lower.value_or(least);
    upper_ = axis.upper.value_or(most);
    if (!(upper_ > lower_)) {  // one value only, or none between the given ends
        upper_ = linear ? lower_ + std::max(1.0, std::abs(lower_)) : lower_ * base_of(scale_);
    }
    // The margin keeps lines away from the frame.
    if (linear) {
        const double room = 0.06 * (upper_ - lower_);
        lower_ = axis.lower ? lower_ : lower_ - room;
        upper_ = axis.upper ? upper_ : upper_ + room;
    } else {
        const double room = std::pow(upper_ / lower_, 0.025);
        lower_ = axis.lower ? lower_ : lower_ / room;
        upper_ = axis.upper ? upper_ : upper_ * room;
    }
}

void ChartScale::choose_ticks(const ChartAxis& axis, int most_ticks)
{
    if (scale_ == Scale::linear) {
        ticks_ = round_ticks(lower_, upper_, most_ticks);
        for (Tick& tick : ticks_) {
            if (tick.label.ends_with("e+03")) {  // write 1000, not 1e+03
                tick.label = number_text(tick.value);
            }
        }
    } else {
        const int first = static_cast<int>(std::ceil(measure(lower_) - 1e-9));
        const int last = static_cast<int>(std::floor(measure(upper_) + 1e-9));
        const int step = std::max(1, (last - first + most_ticks) / std::max(1, most_ticks));
        for (int power = first; power <= last; ++power) {
            if ((power - first) % step == 0) {
                const double value = std::pow(base_of(scale_), power);
                ticks_.push_back({.value = value, .label = number_text(value)});
            }
        }
    }
    if (axis.tick_text) {
        for (Tick& tick : ticks_) {
            tick.label = axis.tick_text(tick.value);
        }
    }
}

}  // namespace tobiuo
