// Writes a VTK rectilinear file: the grid's nodes, and the content of every file of fields.

#include <vtkDoubleArray.h>
#include <vtkNew.h>
#include <vtkRectilinearGrid.h>
#include <vtkSmartPointer.h>
#include <vtkXMLRectilinearGridWriter.h>

#include <cstdint>
#include <span>

#include "app/output/field/vtk_writer.hpp"
#include "app/output/field/vtr.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {
namespace {

/// The nodes as a named array: VTK would name an array without a name after its address.
vtkSmartPointer<vtkDoubleArray> nodes_of(const Axis& axis, const char* name)
{
    auto nodes = vtkSmartPointer<vtkDoubleArray>::New();
    nodes->SetName(name);
    nodes->SetNumberOfValues(axis.cells + 1);
    for (std::int64_t n = 0; n <= axis.cells; ++n) {
        nodes->SetValue(n, axis.node(n));
    }
    return nodes;
}

}  // namespace

void write_vtr(const std::filesystem::path& path, const ImageDescription& description,
               std::span<const Field> fields)
{
    const vtkNew<vtkRectilinearGrid> grid;
    grid->SetDimensions(vtk::node_counts(description.grid).data());
    const auto& [x, y, z] = description.grid.axes;
    grid->SetXCoordinates(nodes_of(x, "x"));
    grid->SetYCoordinates(nodes_of(y, "y"));
    grid->SetZCoordinates(nodes_of(z, "z"));
    vtk::add_content(*grid, description, fields);
    const vtkNew<vtkXMLRectilinearGridWriter> writer;
    vtk::write(*writer, *grid, description.encoding, path);
}

}  // namespace tobiuo
