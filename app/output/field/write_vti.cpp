// Writes a VTK image file: origin and spacing, and the content of every file of fields.

#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkXMLImageDataWriter.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <stdexcept>

#include "app/output/field/vti.hpp"
#include "app/output/field/vtk_writer.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {
namespace {

/// The spacing of an axis; VTK wants one even for an axis of one node.
double spacing_of(const Axis& axis)
{
    return axis.cells == 0 ? 1.0 : axis.spacing();
}

}  // namespace

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
    image->SetDimensions(vtk::node_counts(description.grid).data());
    image->SetOrigin(x.lower, y.lower, z.lower);
    image->SetSpacing(spacing_of(x), spacing_of(y), spacing_of(z));
    vtk::add_content(*image, description, fields);
    const vtkNew<vtkXMLImageDataWriter> writer;
    vtk::write(*writer, *image, description.encoding, path);
}

}  // namespace tobiuo
