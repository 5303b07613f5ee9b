// Keys that several solvers have: those of the section `grid`, and files of fields.
#include "app/case/grid_keys.hpp"

#include <utility>

namespace tobiuo::casefile {

Key interval_key(std::string axis)
{
    std::string summary = "[lower, upper] of the domain along " + axis;
    return {.name = std::move(axis),
            .summary = std::move(summary),
            .type = Type::list,
            .element = Type::real,
            .lengths = {.least = 2, .most = 2}};
}

Key location_key()
{
    return {.name = "location",
            .summary = "Where values sit; with node an axis has one value more than cells",
            .fallback = location_words.front(),
            .choices = location_words};
}

Pattern fields_pattern()
{
    return {.expression = ".*\\.p?vt[ir]",
            .words = "a path that ends in .vti, .vtr, .pvti or .pvtr"};
}

}  // namespace tobiuo::casefile
