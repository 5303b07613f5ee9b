// SPDX-License-Identifier: BSD-3-Clause
// Writes VTK image files, rectilinear files and indexes of pieces, of which the grid decides.
#include "app/output/field/write_fields.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>
#include <vtkDoubleArray.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkRectilinearGrid.h>
#include <vtkSmartPointer.h>
#include <vtkXMLImageDataWriter.h>
#include <vtkXMLRectilinearGridWriter.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

#include "app/output/atomic_file.hpp"
#include "app/output/field/vti.hpp"
#include "app/output/field/vtk_encoder.hpp"
#include "app/output/field/vtk_writer.hpp"
#include "app/printable.hpp"
#include "app/wording.hpp"
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

std::string extent_text(const ImageDescription& description)
{
    return fmt::format("{}", fmt::join(vtk::extent_of(description), " "));
}

/// The attributes of the grid that are not in the pieces alone.
std::string place_text(const ImageDescription& description)
{
    std::string text = fmt::format("WholeExtent=\"{}\" GhostLevel=\"0\"", extent_text(description));
    if (fields_extension(description.grid) == ".vti") {
        const auto& [x, y, z] = description.grid.axes;
        text += fmt::format(" Origin=\"{} {} {}\" Spacing=\"{} {} {}\"", shortest(x.lower),
                            shortest(y.lower), shortest(z.lower), shortest(vtk::spacing_of(x)),
                            shortest(vtk::spacing_of(y)), shortest(vtk::spacing_of(z)));
    }
    return text;
}

struct TypeOf {
    std::string_view operator()(std::span<const float> /*values*/) const { return "Float32"; }
    std::string_view operator()(std::span<const double> /*values*/) const { return "Float64"; }
    std::string_view operator()(const StreamedValues& values) const
    {
        return values.precision == Precision::fp32 ? "Float32" : "Float64";
    }
};

std::string array_text(std::string_view type, std::string_view name, int components = 1)
{
    return fmt::format(
        "      <PDataArray type=\"{}\" Name=\"{}\"{}/>\n", type, name,
        components == 1 ? "" : fmt::format(" NumberOfComponents=\"{}\"", components));
}

/// What all pieces have: the first field of one component is the active one.
std::string arrays_text(const ImageDescription& description, std::span<const Field> fields)
{
    const char* kind = description.grid.location == Location::cell ? "PCellData" : "PPointData";
    std::string text = fmt::format("    <{}", kind);
    const auto active = std::ranges::find(fields, 1, &Field::components);
    if (active != fields.end()) {
        text += fmt::format(" Scalars=\"{}\"", active->name);
    }
    text += ">\n";
    for (const Field& field : fields) {
        vtk::check_name(field.name);
        text += array_text(std::visit(TypeOf{}, field.values), field.name, field.components);
    }
    text += fmt::format("    </{}>\n", kind);
    if (fields_extension(description.grid) == ".vtr") {
        text += "    <PCoordinates>\n" + array_text("Float64", "x") + array_text("Float64", "y") +
                array_text("Float64", "z") + "    </PCoordinates>\n";
    }
    return text;
}

std::string pieces_text(const std::filesystem::path& path, ImageDescription description,
                        std::span<const ranks::Slice> slices)
{
    std::string text;
    for (std::size_t rank = 0; rank < slices.size(); ++rank) {
        if (slices[rank].count == 0) {
            continue;
        }
        description.piece = slices[rank];
        const auto file = piece_path(path, static_cast<int>(rank)).filename();
        text += fmt::format("    <Piece Extent=\"{}\" Source=\"{}\"/>\n", extent_text(description),
                            xml_escaped(file.string()));
    }
    return text;
}

void check_slices(const Grid& grid, std::span<const ranks::Slice> slices)
{
    std::int64_t planes = 0;
    for (const ranks::Slice& slice : slices) {
        if (slice.first != planes) {
            break;
        }
        planes = slice.end();
    }
    if (planes != grid.values(2)) {
        throw std::invalid_argument{"the slices of an index must be all planes of its grid"};
    }
}

}  // namespace

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
    const vtkNew<vtk::FastWriter<vtkXMLImageDataWriter>> writer;
    vtk::write(*writer, *image, description.encoding, path);
}

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
    const vtkNew<vtk::FastWriter<vtkXMLRectilinearGridWriter>> writer;
    vtk::write(*writer, *grid, description.encoding, path);
}

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

std::string index_extension(const Grid& grid)
{
    return fmt::format(".p{}", fields_extension(grid).substr(1));
}

std::filesystem::path piece_path(const std::filesystem::path& index, int rank)
{
    const std::string extension = index.extension().string();
    return index.parent_path() /
           fmt::format("{}_{}.{}", index.stem().string(), rank, extension.substr(2));
}

void write_fields_index(const std::filesystem::path& path, const ImageDescription& description,
                        std::span<const Field> fields, std::span<const ranks::Slice> slices)
{
    if (path.extension() != index_extension(description.grid)) {
        throw std::invalid_argument{"'" + path.string() + "' would not be opened as what it is: " +
                                    "an index of fields on this grid is a file *" +
                                    index_extension(description.grid)};
    }
    check_slices(description.grid, slices);
    ImageDescription whole = description;
    whole.piece.reset();
    const char* type = fields_extension(whole.grid) == ".vtr" ? "PRectilinearGrid" : "PImageData";
    write_text(path, fmt::format("<?xml version=\"1.0\"?>\n"
                                 "<VTKFile type=\"{0}\" version=\"1.0\" "
                                 "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
                                 "  <{0} {1}>\n{2}{3}  </{0}>\n"
                                 "</VTKFile>\n",
                                 type, place_text(whole), arrays_text(whole, fields),
                                 pieces_text(path, whole, slices)));
}

}  // namespace tobiuo
