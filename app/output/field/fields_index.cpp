#include "app/output/field/fields_index.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string_view>
#include <variant>

#include "app/output/atomic_file.hpp"
#include "app/output/field/vtk_writer.hpp"
#include "app/output/field/write_fields.hpp"
#include "app/output/xml_text.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

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

std::string array_text(std::string_view type, std::string_view name)
{
    return fmt::format("      <PDataArray type=\"{}\" Name=\"{}\"/>\n", type, name);
}

/// What all pieces have: the first field is the active one.
std::string arrays_text(const ImageDescription& description, std::span<const Field> fields)
{
    const char* kind = description.grid.location == Location::cell ? "PCellData" : "PPointData";
    std::string text = fmt::format("    <{}", kind);
    if (!fields.empty()) {
        text += fmt::format(" Scalars=\"{}\"", fields.front().name);
    }
    text += ">\n";
    for (const Field& field : fields) {
        vtk::check_name(field.name);
        text += array_text(std::visit(TypeOf{}, field.values), field.name);
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
