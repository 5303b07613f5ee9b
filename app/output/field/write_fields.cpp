#include "app/output/field/write_fields.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "app/output/field/vtr.hpp"

namespace tobiuo {

std::string_view fields_extension(const Grid& grid)
{
    return std::ranges::any_of(grid.axes, &Axis::stretched) ? ".vtr" : ".vti";
}

void write_fields(const std::filesystem::path& path, const ImageDescription& description,
                  std::span<const Field> fields)
{
    const std::string_view extension = fields_extension(description.grid);
    if (path.extension() != extension) {
        throw std::invalid_argument{"'" + path.string() + "' would not be opened as what it is: " +
                                    "fields on this grid make a file *" + std::string{extension}};
    }
    if (extension == ".vtr") {
        write_vtr(path, description, fields);
    } else {
        write_vti(path, description, fields);
    }
}

}  // namespace tobiuo
