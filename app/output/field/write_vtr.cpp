// Writes a VTK rectilinear file: the grid's nodes, and the content of every file of fields.

#include <vtkDoubleArray.h>
#include <vtkNew.h>
#include <vtkRectilinearGrid.h>
#include <vtkSmartPointer.h>
#include <vtkXMLRectilinearGridWriter.h>

#include <array>
#include <span>

#include "app/output/field/vtk_writer.hpp"
#include "app/output/field/vtr.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {
namespace {

/// The nodes `first` to `last` as a named array: VTK would name an array without a name after its
/// address.
vtkSmartPointer<vtkDoubleArray> nodes_of(const Axis& axis, int first, int last, const char* name)
{
    auto nodes = vtkSmartPointer<vtkDoubleArray>::New();
    nodes->SetName(name);
    nodes->SetNumberOfValues(last + 1 - first);
    for (int n = first; n <= last; ++n) {
        nodes->SetValue(n - first, axis.node(n));
    }
    return nodes;
}

}  // namespace

void write_vtr(const std::filesystem::path& path, const ImageDescription& description,
               std::span<const Field> fields)
{
    const vtkNew<vtkRectilinearGrid> grid;
    std::array<int, 6> extent = vtk::extent_of(description);
    grid->SetExtent(extent.data());
    const auto& [x, y, z] = description.grid.axes;
    grid->SetXCoordinates(nodes_of(x, extent[0], extent[1], "x"));
    grid->SetYCoordinates(nodes_of(y, extent[2], extent[3], "y"));
    grid->SetZCoordinates(nodes_of(z, extent[4], extent[5], "z"));
    vtk::add_content(*grid, description, fields);
    const vtkNew<vtkXMLRectilinearGridWriter> writer;
    vtk::write(*writer, *grid, description.encoding, path);
}

}  // namespace tobiuo
