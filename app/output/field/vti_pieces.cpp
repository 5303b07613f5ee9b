#include "app/output/field/vti_pieces.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <system_error>

#include "app/output/field/vti.hpp"
#include "app/printable.hpp"

namespace tobiuo::vti {
namespace {

constexpr const char* cure = "write the field again, or read it from one file";

std::string text_of(const Extent& extent)
{
    return fmt::format("{}", fmt::join(extent, " "));
}

std::string counted(int components)
{
    return components == 1 ? "1 component" : std::to_string(components) + " components";
}

/// Where a path leads, symbolic links followed.
std::filesystem::path place_of(const std::filesystem::path& path)
{
    std::error_code error;
    std::filesystem::path place =
        std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
    if (error) {
        throw std::runtime_error{"its path cannot be followed (" + error.message() +
                                 "): correct the index"};
    }
    return place;
}

/// The file that an index beside it calls `source`. Symbolic links are followed before it is
/// trusted.
std::filesystem::path file_of(const std::filesystem::path& index, const std::string& source)
{
    if (source.empty()) {
        report_damaged_header("a piece has no Source");
    }
    const std::filesystem::path folder = index.parent_path();
    std::filesystem::path file = folder / source;
    const std::filesystem::path inside = place_of(folder / ".");
    if (std::ranges::mismatch(inside, place_of(file)).in1 != inside.end()) {
        throw std::runtime_error{
            "it lies outside the folder of the index: put both into one folder, and name the "
            "piece relative to it"};
    }
    std::error_code error;
    if (!std::filesystem::exists(file, error)) {
        throw std::runtime_error{"it is missing: copy it to the place that the index says, or " +
                                 std::string{cure}};
    }
    return file;
}

/// Throws unless the piece has the whole grid along x and y, and a part of it along z.
void check_extent(const Extent& piece, const Extent& whole)
{
    if (!std::ranges::equal(std::span{piece}.first(4), std::span{whole}.first(4))) {
        throw std::runtime_error{"its extent (" + text_of(piece) +
                                 ") is not all of x and y: write pieces that divide z only, or "
                                 "one file"};
    }
    if (piece[4] > piece[5] || piece[4] < whole[4] || piece[5] > whole[5]) {
        throw std::runtime_error{"its extent (" + text_of(piece) + ") is not within the grid (" +
                                 text_of(whole) + "): " + cure};
    }
}

/// Throws unless the piece has the fields that the index names.
void check_arrays(const Header& piece, const Header& whole)
{
    const Location location = whole.grid.location;
    for (const ArrayInfo& said : whole.arrays) {
        if (said.location != location || !said.objection().empty()) {
            continue;
        }
        const auto found = std::ranges::find_if(piece.arrays, [&](const ArrayInfo& array) {
            return array.name == said.name && array.location == location;
        });
        if (found == piece.arrays.end() || piece.grid.location != location) {
            throw std::runtime_error{
                fmt::format("it lacks the array '{}' that the index has in its {} data: {}",
                            said.name, location == Location::cell ? "cell" : "point", cure)};
        }
        if (found->type != said.type || found->components != said.components) {
            throw std::runtime_error{fmt::format(
                "its array '{}' has {} of type {}, where the index says {} of type {}: {}",
                said.name, counted(found->components), found->type, counted(said.components),
                said.type, cure)};
        }
    }
}

PieceFile read_piece(const std::filesystem::path& index, const XmlElement& element,
                     const Header& whole, const std::string& type)
{
    const Extent said = extent_of(element, "Extent");
    check_extent(said, whole.extent);
    PieceFile piece{};
    piece.path = file_of(index, element.attribute("Source"));
    const Document document = read_document(piece.path);
    if (document.is_index()) {
        throw std::runtime_error{"it is an index itself: name the files that have the values"};
    }
    if ("P" + document.type() != type) {
        throw std::runtime_error{"it is of type " + document.type() + ", where the index is of " +
                                 type + ": " + cure};
    }
    piece.header = read_header(piece.path, document);
    if (piece.header.extent != said) {
        throw std::runtime_error{"its extent is " + text_of(piece.header.extent) +
                                 ", where the index says " + text_of(said) + ": " + cure};
    }
    check_arrays(piece.header, whole);
    return piece;
}

/// Throws unless the files, in their order, have every cell between the planes of nodes of `whole`,
/// or its only plane.
void check_cover(const std::vector<PieceFile>& files, const Extent& whole)
{
    int covered = whole[4];
    for (const PieceFile& file : files) {
        if (file.header.extent[4] > covered) {
            break;
        }
        covered = std::max(covered, file.header.extent[5]);
    }
    if (files.empty() || covered < whole[5]) {
        throw std::runtime_error{
            fmt::format("no piece has what is above plane {} of the nodes along z (the pieces must "
                        "cover {} to {}): {}",
                        covered, whole[4], whole[5], cure)};
    }
}

/// The nodes of all pieces together: those of x and y are of the first one.
Nodes nodes_of(const std::vector<PieceFile>& files)
{
    Nodes nodes = files.front().header.nodes;
    int last = files.front().header.extent[5];
    for (const PieceFile& file : files) {
        const Extent& extent = file.header.extent;
        const std::vector<double>& z = file.header.nodes[2];
        if (extent[5] > last) {
            nodes[2].insert(nodes[2].end(), z.begin() + (last + 1 - extent[4]), z.end());
            last = extent[5];
        }
    }
    return nodes;
}

/// Throws unless the nodes of the piece lie where those of the whole grid do.
void check_place(const Header& piece, const Header& whole)
{
    const auto cells = cells_of(piece.extent);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Axis& here = piece.grid.axes[axis];
        const Axis& there = whole.grid.axes[axis];
        const std::int64_t first = std::int64_t{piece.extent[2 * axis]} - whole.extent[2 * axis];
        const bool ends_suffice = !here.stretched() && !there.stretched();
        const std::int64_t step = ends_suffice ? std::max<std::int64_t>(cells[axis], 1) : 1;
        for (std::int64_t n = 0; n <= cells[axis]; n += step) {
            if (!(std::abs(here.node(n) - there.node(first + n)) <=
                  as_good_as_equal * (there.upper - there.lower))) {
                throw std::runtime_error{
                    fmt::format("its nodes along {} do not lie where those of the index do: {}",
                                "xyz"[axis], cure)};
            }
        }
    }
}

/// The planes of values that a file has, counted in the whole grid.
ranks::Slice planes_of(const Header& piece, const Header& whole)
{
    const std::int64_t first = std::int64_t{piece.extent[4]} - whole.extent[4];
    const bool flat = cells_of(whole.extent)[2] == 0;
    const std::int64_t cells = cells_of(piece.extent)[2];
    const bool by_cells = whole.grid.location == Location::cell && !flat;
    return {.first = first, .count = by_cells ? cells : cells + 1};
}

Pieces read_index(const std::filesystem::path& path, const Document& document)
{
    Pieces pieces{};
    Header& whole = pieces.whole;
    whole.extent = extent_of(document.grid(), "WholeExtent");
    whole.arrays = document.arrays();
    whole.grid.location = location_of(whole.arrays);
    const auto elements = document.pieces();
    if (elements.size() > most_pieces) {
        throw std::runtime_error{
            fmt::format("the grid is in {} pieces (at most {} can be read): write fewer",
                        elements.size(), most_pieces)};
    }
    for (const XmlElement* element : elements) {
        const std::string name = printable(element->attribute("Source"));
        at_piece(name, [&] {
            pieces.files.push_back(read_piece(path, *element, whole, document.type()));
        });
        pieces.files.back().name = name;
    }
    std::ranges::stable_sort(pieces.files, {},
                             [](const PieceFile& file) { return file.header.extent[4]; });
    check_cover(pieces.files, whole.extent);
    whole.grid.axes = document.type() == "PImageData" ? equal_axes(document.grid(), whole.extent)
                                                      : unequal_axes(nodes_of(pieces.files));
    whole.counts = counts_of(whole.grid, whole.extent);
    for (PieceFile& file : pieces.files) {
        at_piece(file.name, [&] { check_place(file.header, whole); });
        file.planes = planes_of(file.header, whole);
    }
    return pieces;
}

}  // namespace

Pieces read_pieces(const std::filesystem::path& path)
{
    const Document document = read_document(path);
    if (document.is_index()) {
        return read_index(path, document);
    }
    check_piece(path, document);
    Pieces pieces{.whole = read_header(path, document), .files = {}};
    const ranks::Slice planes{.first = 0, .count = pieces.whole.counts[2]};
    pieces.files.push_back({.path = path, .name = {}, .planes = planes, .header = pieces.whole});
    return pieces;
}

}  // namespace tobiuo::vti
