// Converts the values of an axis to pixels.
#pragma once

#include <vector>

#include "app/output/chart/chart.hpp"
#include "app/output/picture/ticks.hpp"

namespace tobiuo {

/// An axis with its ends, its ticks and its length in pixels.
class ChartScale {
public:
    /// Chooses ends and ticks for `values`, those of all points; values that are not finite are
    /// ignored.
    ChartScale(const ChartAxis& axis, const std::vector<double>& values, int pixels,
               int most_ticks);

    /// Distance in pixels from the lower end to `value`.
    [[nodiscard]] double place(double value) const;
    [[nodiscard]] bool has(double value) const { return value >= lower_ && value <= upper_; }
    [[nodiscard]] const std::vector<Tick>& ticks() const { return ticks_; }

private:
    [[nodiscard]] double measure(double value) const;
    void choose_ends(const ChartAxis& axis, const std::vector<double>& values);
    void choose_ticks(const ChartAxis& axis, int most_ticks);

    Scale scale_;
    int pixels_;
    double lower_ = 0.0;
    double upper_ = 1.0;
    std::vector<Tick> ticks_;
};

}  // namespace tobiuo
