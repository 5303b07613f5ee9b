// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/field/vti_pieces.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <stdexcept>
#include <system_error>
#include <utility>

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

/// Throws unless the piece is a part of the grid.
void check_extent(const Extent& piece, const Extent& whole)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const int first = piece[2 * axis];
        const int last = piece[2 * axis + 1];
        if (first > last || first < whole[2 * axis] || last > whole[2 * axis + 1]) {
            throw std::runtime_error{"its extent (" + text_of(piece) +
                                     ") is not within the grid (" + text_of(whole) + "): " + cure};
        }
    }
}

/// Whether a piece has no points, as one of VTK's writers for whom no part of the grid is left.
bool is_empty(const Extent& piece)
{
    const auto lacks = [&](std::size_t axis) { return piece[2 * axis + 1] == piece[2 * axis] - 1; };
    return lacks(0) || lacks(1) || lacks(2);
}

/// Throws unless the piece has the fields that the index names.
void check_arrays(const Header& piece, const Header& whole)
{
    const Location location = whole.grid.location;
    for (const ArrayInfo& said : whole.arrays) {
        if (!is_field(said, location)) {
            continue;
        }
        const auto found = std::ranges::find_if(piece.arrays, [&](const ArrayInfo& array) {
            return array.name == said.name && array.location == location;
        });
        if (found == piece.arrays.end()) {
            throw std::runtime_error{fmt::format(
                "it lacks the array '{}' that the index has in its {} data: {}",
                printable(said.name), location == Location::cell ? "cell" : "point", cure)};
        }
        if (found->type != said.type || found->components != said.components) {
            throw std::runtime_error{fmt::format(
                "its array '{}' has {} of type {}, where the index says {} of type {}: {}",
                printable(said.name), counted(found->components), found->type,
                counted(said.components), said.type, cure)};
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
    const auto parts = document.pieces();
    if (parts.size() != 1) {
        throw std::runtime_error{
            fmt::format("it is in {} pieces itself: write it in one", parts.size())};
    }
    piece.header = read_header(piece.path, document, *parts.front(), whole.grid.location);
    if (piece.header.extent != said) {
        throw std::runtime_error{"its extent is " + text_of(piece.header.extent) +
                                 ", where the index says " + text_of(said) + ": " + cure};
    }
    check_arrays(piece.header, whole);
    return piece;
}

/// The cells of `extent` along an axis; an axis of one point counts as one cell.
struct Interval {
    std::int64_t first{};
    std::int64_t end{};
};

Interval interval_of(const Extent& extent, const Extent& whole, std::size_t axis)
{
    const bool flat = whole[2 * axis] == whole[2 * axis + 1];
    return {.first = extent[2 * axis], .end = std::int64_t{extent[2 * axis + 1]} + (flat ? 1 : 0)};
}

using Extents = std::vector<const Extent*>;

/// The first cell, x, y, z, that none of `extents` has; nothing if they have all of `whole`. It goes
/// along z, then y, then x from one end of an extent to the next one.
bool find_gap(const Extents& extents, const Extent& whole, std::size_t axis,
              std::array<std::int64_t, 3>& gap)
{
    const Interval all = interval_of(whole, whole, axis);
    for (std::int64_t at = all.first; at < all.end;) {
        std::int64_t next = all.end;
        Extents here;
        for (const Extent* extent : extents) {
            const Interval its = interval_of(*extent, whole, axis);
            if (its.first <= at && its.end > at) {
                here.push_back(extent);
                next = std::min(next, its.end);
            } else if (its.first > at) {
                next = std::min(next, its.first);
            }
        }
        gap.at(axis) = at;
        if (here.empty() || (axis > 0 && find_gap(here, whole, axis - 1, gap))) {
            for (std::size_t below = 0; here.empty() && below < axis; ++below) {
                gap.at(below) = whole.at(2 * below);
            }
            return true;
        }
        at = next;
    }
    return false;
}

/// Throws unless the pieces have every cell between the nodes of `whole`.
void check_cover(const std::vector<PieceFile>& files, const Extent& whole)
{
    Extents extents;
    for (const PieceFile& file : files) {
        extents.push_back(&file.header.extent);
    }
    std::array<std::int64_t, 3> gap{};
    if (find_gap(extents, whole, 2, gap)) {
        throw std::runtime_error{
            fmt::format("no piece has what is above node {} along x, y, z (the pieces must cover "
                        "{}): {}",
                        fmt::join(gap, " "), text_of(whole), cure)};
    }
}

/// The nodes of all pieces together, each of the first piece that has it.
Nodes nodes_of(const std::vector<PieceFile>& files, const Extent& whole)
{
    Nodes nodes{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        nodes.at(axis).resize(static_cast<std::size_t>(cells_of(whole).at(axis) + 1));
        for (const PieceFile& file : std::views::reverse(files)) {
            const std::int64_t first =
                std::int64_t{file.header.extent.at(2 * axis)} - whole.at(2 * axis);
            std::ranges::copy(file.header.nodes.at(axis), nodes.at(axis).begin() + first);
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

/// The values that a piece has, counted in the whole grid.
std::array<ranks::Slice, 3> box_of(const Header& piece, const Header& whole)
{
    const auto cells = cells_of(piece.extent);
    const auto all = cells_of(whole.extent);
    std::array<ranks::Slice, 3> box{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const bool by_cells = whole.grid.location == Location::cell && all.at(axis) != 0;
        box.at(axis) = {
            .first = std::int64_t{piece.extent.at(2 * axis)} - whole.extent.at(2 * axis),
            .count = by_cells ? cells.at(axis) : cells.at(axis) + 1};
    }
    return box;
}

void check_number(std::size_t pieces)
{
    if (pieces > most_pieces) {
        throw std::runtime_error{fmt::format(
            "the grid is in {} pieces (at most {} can be read): write fewer", pieces, most_pieces)};
    }
}

/// The axes of `whole` where only a piece says where it lies.
std::array<Axis, 3> axes_around(const Header& piece, const Extent& whole)
{
    std::array<Axis, 3> axes = piece.grid.axes;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Axis& one = axes.at(axis);
        const double spacing = one.spacing();
        one.lower += (whole.at(2 * axis) - piece.extent.at(2 * axis)) * spacing;
        one.cells = std::max<std::int64_t>(cells_of(whole).at(axis), 1);
        one.upper = one.lower + static_cast<double>(one.cells) * spacing;
    }
    return axes;
}

/// The arrays that an index names, or if it names none those of its first piece.
std::vector<ArrayInfo> arrays_of(const std::filesystem::path& index, const Document& document)
{
    std::vector<ArrayInfo> arrays = document.arrays(document.grid());
    const auto elements = document.pieces();
    const auto first = std::ranges::find_if(elements, [](const XmlElement* element) {
        return !is_empty(extent_of(*element, "Extent"));
    });
    if (!arrays.empty() || first == elements.end()) {
        return arrays;
    }
    const std::string source = (*first)->attribute("Source");
    return at_piece(printable(source), [&] {
        const Document piece = read_document(file_of(index, source));
        const auto parts = piece.pieces();
        return parts.empty() ? arrays : piece.arrays(*parts.front());
    });
}

/// Puts the pieces together to a grid, which they must have wholly and in its place.
Pieces joined(Pieces pieces, const Document& document)
{
    Header& whole = pieces.whole;
    std::ranges::stable_sort(pieces.files, {},
                             [](const PieceFile& file) { return file.header.extent[4]; });
    check_cover(pieces.files, whole.extent);
    if (document.type() == "RectilinearGrid" || document.type() == "PRectilinearGrid") {
        whole.grid.axes = unequal_axes(nodes_of(pieces.files, whole.extent));
    } else if (document.is_index() && document.grid().attribute("Origin").empty() &&
               document.grid().attribute("Spacing").empty()) {
        whole.grid.axes = axes_around(pieces.files.front().header, whole.extent);
    } else {
        whole.grid.axes = equal_axes(document.grid(), whole.extent);
    }
    whole.counts = counts_of(whole.extent, whole.grid.location);
    for (PieceFile& file : pieces.files) {
        at_piece(file.name, [&] { check_place(file.header, whole); });
        file.box = box_of(file.header, whole);
    }
    return pieces;
}

Pieces read_index(const std::filesystem::path& path, const Document& document,
                  const VtiWanted& wanted)
{
    Pieces pieces{};
    pieces.whole.extent = extent_of(document.grid(), "WholeExtent");
    pieces.whole.arrays = arrays_of(path, document);
    pieces.whole.grid.location = location_of(pieces.whole.arrays, wanted);
    const auto elements = document.pieces();
    check_number(elements.size());
    for (const XmlElement* element : elements) {
        const std::string name = printable(element->attribute("Source"));
        at_piece(name, [&] {
            if (!is_empty(extent_of(*element, "Extent"))) {
                pieces.files.push_back(read_piece(path, *element, pieces.whole, document.type()));
                pieces.files.back().name = name;
            }
        });
    }
    return joined(std::move(pieces), document);
}

Pieces read_file(const std::filesystem::path& path, const Document& document,
                 const VtiWanted& wanted)
{
    Pieces pieces{};
    const auto elements = document.pieces();
    check_number(elements.size());
    if (elements.empty()) {
        report_damaged_header("it has no elements <Piece>");
    }
    pieces.whole.extent = extent_of(document.grid(), "WholeExtent");
    check_plausible(path, pieces.whole.extent);
    const bool several = elements.size() > 1;
    if (!several && extent_of(*elements.front(), "Extent") != pieces.whole.extent) {
        throw std::runtime_error{
            "the file's only piece does not cover its grid (Extent is not WholeExtent): "
            "write the whole grid"};
    }
    for (std::size_t number = 0; number < elements.size(); ++number) {
        const XmlElement& element = *elements[number];
        const std::string name = several ? std::to_string(number + 1) : "";
        at_piece(name, [&] {
            if (several && is_empty(extent_of(element, "Extent"))) {
                return;
            }
            if (pieces.files.empty()) {
                pieces.whole.arrays = document.arrays(element);
                pieces.whole.grid.location = location_of(pieces.whole.arrays, wanted);
            }
            check_extent(extent_of(element, "Extent"), pieces.whole.extent);
            pieces.files.push_back(
                {.path = path,
                 .name = name,
                 .box = {},
                 .header = read_header(path, document, element, pieces.whole.grid.location)});
            check_arrays(pieces.files.back().header, pieces.whole);
        });
    }
    return joined(std::move(pieces), document);
}

}  // namespace

Pieces read_pieces(const std::filesystem::path& path, const VtiWanted& wanted)
{
    const Document document = read_document(path);
    return document.is_index() ? read_index(path, document, wanted)
                               : read_file(path, document, wanted);
}

}  // namespace tobiuo::vti
