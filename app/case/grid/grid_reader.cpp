// Reads the keys of the section `grid` that several solvers have.
#include "app/case/grid/grid_reader.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "app/case/yaml/keys.hpp"
#include "app/wording.hpp"

namespace tobiuo::casefile {
namespace {

/// The most values of a grid, so that the bytes of all arrays in double, with copies and padding,
/// fit 63 bits.
constexpr double most_values = 0x1p54;

}  // namespace

void read_interval(const Section& extent, std::string_view name, Axis& axis)
{
    const auto bounds = extent.given<std::vector<double>>(name);
    if (!bounds) {
        return;
    }
    axis.lower = bounds->front();
    axis.upper = bounds->back();
    const double spacing = axis.spacing();
    if (axis.lower < axis.upper && std::isfinite(spacing) && axis.lower + spacing > axis.lower &&
        axis.upper - spacing < axis.upper) {
        return;
    }
    const bool ordered = axis.lower < axis.upper;
    extent.report(name, "expected [lower, upper] with lower below upper" +
                            std::string{ordered ? ", far enough apart for the cells" : ""} +
                            " (got [" + shortest(axis.lower) + ", " + shortest(axis.upper) + "])");
}

Location read_location(const Section& grid)
{
    return grid.value_among<Location>("location", location_words);
}

void check_size(const Section& section, const Grid& grid)
{
    double values = 1.0;
    for (int axis = 0; axis < 3; ++axis) {
        values *= static_cast<double>(grid.values(axis));
    }
    if (values > most_values) {
        section.report("cells", "more than 2^54 values in all (no memory holds them): use fewer");
    }
}

}  // namespace tobiuo::casefile
