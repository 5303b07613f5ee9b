// Writes a VTK image file: origin and spacing, and the content of every file of fields.

#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkXMLImageDataWriter.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>

#include "app/output/field/vti.hpp"
#include "app/output/field/vtk_writer.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

ranks::Slice planes_in_file(const ImageDescription& description)
{
    const std::int64_t planes = description.grid.values(2);
    if (!description.piece) {
        return {.first = 0, .count = planes};
    }
    const ranks::Slice& own = *description.piece;
    const bool has_next = description.grid.location == Location::node && own.end() < planes;
    return {.first = own.first, .count = own.count + (has_next ? 1 : 0)};
}

void write_vti(const std::filesystem::path& path, const ImageDescription& description,
               std::span<const Field> fields)
{
    const auto& axes = description.grid.axes;
    if (std::ranges::any_of(axes, &Axis::stretched)) {
        throw std::invalid_argument{
            "an image file (.vti) has equal cells only, and an axis is stretched: write a .vtr"};
    }
    const auto& [x, y, z] = axes;
    const vtkNew<vtkImageData> image;
    image->SetExtent(vtk::extent_of(description).data());
    image->SetOrigin(x.lower, y.lower, z.lower);
    image->SetSpacing(vtk::spacing_of(x), vtk::spacing_of(y), vtk::spacing_of(z));
    vtk::add_content(*image, description, fields);
    const vtkNew<vtkXMLImageDataWriter> writer;
    vtk::write(*writer, *image, description.encoding, path);
}

}  // namespace tobiuo
