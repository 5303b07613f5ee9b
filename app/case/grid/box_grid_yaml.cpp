#include "app/case/grid/box_grid_yaml.hpp"

#include <cstddef>

#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/yaml_text.hpp"

namespace tobiuo::casefile {
namespace {

std::string nodes_text(const Axis& axis)
{
    std::string text;
    for (const double node : axis.nodes) {
        text += (text.empty() ? "[" : ", ") + yaml_number(node);
    }
    return text + "]";
}

}  // namespace

std::string box_grid_yaml(const BoxGrid& box)
{
    std::string cells;
    std::string extent;
    std::string coordinates;
    for (std::size_t i = 0; i < static_cast<std::size_t>(box.dimensions); ++i) {
        const Axis& axis = box.grid.axes.at(i);
        cells += (i == 0 ? "" : ", ") + std::to_string(axis.cells);
        if (axis.stretched()) {
            const std::string nodes =
                box.stretching.empty() ? nodes_text(axis) : yaml_scalar(box.stretching);
            coordinates =
                "  coordinates: { " + std::string{axis_words.at(i)} + ": " + nodes + " }\n";
        } else {
            extent += yaml_interval(i, axis);
        }
    }
    return "grid:\n  cells: [" + cells + "]\n" + (extent.empty() ? "" : "  extent:\n" + extent) +
           coordinates;
}

}  // namespace tobiuo::casefile
