// SPDX-License-Identifier: BSD-3-Clause
// Walks the tree of tags itself: VTK's reader crashes on some damaged files, and for others it
// allocates whatever they ask for.
#include "app/output/field/vti_document.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <ios>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/output/field/vtk_file.hpp"
#include "app/printable.hpp"
#include "solvers/grid.hpp"

namespace tobiuo::vti {
namespace {

constexpr std::string_view appended_data = "AppendedData";
constexpr std::string_view blanks = " \t\r\n";
constexpr auto none = std::string_view::npos;

/// The children of `parent` with the name `name`.
std::vector<const XmlElement*> children(const XmlElement& parent, std::string_view name)
{
    std::vector<const XmlElement*> found;
    for (const XmlElement& child : parent.children) {
        if (child.name == name) {
            found.push_back(&child);
        }
    }
    return found;
}

const XmlElement& only_child(const XmlElement& parent, const std::string& name)
{
    const auto found = children(parent, name);
    if (found.size() != 1) {
        report_damaged_header("it has " + std::to_string(found.size()) + " elements <" + name +
                              ">");
    }
    return *found.front();
}

/// The number at the start of `text`; removes it and the following white space from `text`.
template <typename Number>
std::optional<Number> take_number(std::string_view& text)
{
    Number number{};
    if (text.starts_with('+') && !text.starts_with("+-")) {
        text.remove_prefix(1);
    }
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto length = static_cast<std::size_t>(result.ptr - text.data());
    const bool ends = length == text.size() || blanks.find(text[length]) != none;
    if (result.ec != std::errc{} || !ends) {
        return {};
    }
    text.remove_prefix(length);
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return number;
}

[[noreturn]] void report_numbers(const char* name, const std::string& value)
{
    constexpr std::size_t enough_to_find_it = 60;
    report_damaged_header(std::string{name} + " is '" +
                          printable(value.substr(0, enough_to_find_it)) + "'");
}

bool is_known_type(const std::string& type)
{
    static const auto known = {"Int8",  "UInt8",  "Int16",   "UInt16",  "Int32",  "UInt32",
                               "Int64", "UInt64", "Float32", "Float64", "String", "Bit"};
    return std::ranges::find(known, type) != known.end();
}

/// Throws if nothing in the file tells of VTK.
void check_kind(const std::filesystem::path& path)
{
    if (vtk_file_type(path).empty()) {
        throw std::runtime_error{"not a VTK XML file: write it as a .vti, for example by ParaView"};
    }
}

void check_end(const std::filesystem::path& path)
{
    if (!vtk_file_is_whole(path)) {
        throw std::runtime_error{
            "the file is cut short (it does not end with </VTKFile>): copy or write it again"};
    }
}

/// Whether an element of <CellData> and the like is an array.
bool is_array(const XmlElement& element)
{
    constexpr std::array<std::string_view, 4> names{"DataArray", "Array", "PDataArray", "PArray"};
    return std::ranges::find(names, element.name) != names.end();
}

}  // namespace

void report_damaged_header(const std::string& reason)
{
    throw std::runtime_error{"the file's header is damaged (" + reason +
                             "): copy or write it again"};
}

template <typename Number, std::size_t count>
std::optional<std::array<Number, count>> numbers(const XmlElement& element, const char* name)
{
    const std::string value = element.attribute(name);
    if (value.empty()) {
        return {};
    }
    std::string_view text{value};
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    std::array<Number, count> all{};
    for (Number& number : all) {
        const auto taken = take_number<Number>(text);
        if (!taken) {
            report_numbers(name, value);
        }
        number = *taken;
    }
    if (!text.empty()) {
        report_numbers(name, value);
    }
    return all;
}

template std::optional<std::array<int, 1>> numbers(const XmlElement&, const char*);
template std::optional<std::array<int, 6>> numbers(const XmlElement&, const char*);
template std::optional<std::array<double, 3>> numbers(const XmlElement&, const char*);
template std::optional<std::array<double, 9>> numbers(const XmlElement&, const char*);

Document::Document(const std::filesystem::path& path) : path_{path}
{
    try {
        root_ = read_xml_tags(path, appended_data);
    } catch (const std::runtime_error& error) {
        check_kind(path);
        check_end(path);
        report_damaged_header(error.what());
    }
    if (root_.name != "VTKFile") {
        check_kind(path);
        report_damaged_header("its first element is <" + printable(root_.name) + ">");
    }
    if (const auto found = children(root_, appended_data); !found.empty()) {
        appended_as_base64_ = found.front()->attribute("encoding") != "raw";
        find_appended(found.front()->content);
        check_end(path);  // raw bytes are not looked at as XML
    }
}

/// Finds the appended data, which follow an underscore that white space may precede.
void Document::find_appended(std::int64_t behind_tag)
{
    std::ifstream file{path_, std::ios::binary};
    file.seekg(behind_tag);
    file >> std::ws;
    if (file.get() == '_') {
        appended_ = file.tellg();
    }
}

// What is missing is what VTK takes: its first files were written without a header type, and files
// of text need no byte order.
Storage Document::storage() const
{
    const auto or_else = [](const std::string& given, const char* otherwise) {
        return given.empty() ? otherwise : given;
    };
    const std::string byte_order = or_else(root_.attribute("byte_order"), "LittleEndian");
    const std::string header_type = or_else(root_.attribute("header_type"), "UInt32");
    if (byte_order != "LittleEndian" && byte_order != "BigEndian") {
        report_damaged_header("its byte order is '" + printable(byte_order) + "'");
    }
    if (header_type != "UInt32" && header_type != "UInt64") {
        report_damaged_header("its header type is '" + printable(header_type) + "'");
    }
    return {.big_endian = byte_order == "BigEndian",
            .word_bytes = header_type == "UInt64" ? 8U : 4U,
            .compressor = root_.attribute("compressor")};
}

std::string Document::type() const
{
    return root_.attribute("type");
}

const XmlElement& Document::grid() const
{
    return only_child(root_, type());
}

bool Document::is_index() const
{
    return type() == "PImageData" || type() == "PRectilinearGrid";
}

std::vector<const XmlElement*> Document::pieces() const
{
    return children(grid(), "Piece");
}

std::vector<ArrayInfo> Document::coordinates(const XmlElement& piece) const
{
    std::vector<ArrayInfo> arrays;
    add_arrays(only_child(piece, "Coordinates"), Location::node, arrays);
    return arrays;
}

std::vector<ArrayInfo> Document::arrays(const XmlElement& piece) const
{
    const std::string prefix = is_index() ? "P" : "";
    std::vector<ArrayInfo> arrays;
    for (const XmlElement* data : children(piece, prefix + "CellData")) {
        add_arrays(*data, Location::cell, arrays);
    }
    for (const XmlElement* data : children(piece, prefix + "PointData")) {
        add_arrays(*data, Location::node, arrays);
    }
    return arrays;
}

void Document::add_arrays(const XmlElement& data, Location location,
                          std::vector<ArrayInfo>& arrays) const
{
    constexpr std::size_t most_arrays = 256;  // the table of blocks of each array is read
    for (const XmlElement& element : data.children) {
        if (!is_array(element)) {
            continue;
        }
        if (arrays.size() == most_arrays) {
            report_damaged_header("it has more than " + std::to_string(most_arrays) + " arrays");
        }
        arrays.push_back(array_of(element, location));
    }
}

ArrayInfo Document::array_of(const XmlElement& element, Location location) const
{
    ArrayInfo array{.name = element.attribute("Name"),
                    .location = location,
                    .type = element.attribute("type"),
                    .components = 1,
                    .format = Format::ascii};
    if (!is_known_type(array.type)) {
        report_damaged_header("array '" + printable(array.name) + "' has no known type");
    }
    if (const auto components = numbers<int, 1>(element, "NumberOfComponents")) {
        array.components = components->front();
        if (array.components < 1) {
            report_damaged_header("array '" + printable(array.name) + "' has no components");
        }
    }
    if (const std::string offset = element.attribute("offset"); !offset.empty()) {
        array.format = appended_as_base64_ ? Format::base64 : Format::raw;
        array.begin = begin_of_appended(offset);
    } else {
        const bool is_binary = element.attribute("format") == "binary";
        array.format = is_binary ? Format::base64 : Format::ascii;
        array.begin = element.text != 0 ? element.text : element.content;
        if (!element.plain) {
            array.text = std::make_shared<const std::string>(
                read_xml_text(path_, appended_data, element.content));
            array.begin = static_cast<std::int64_t>(
                std::min(array.text->find_first_not_of(blanks), array.text->size()));
        }
    }
    return array;
}

std::optional<ArrayInfo> Document::time() const
{
    for (const XmlElement* data : children(grid(), "FieldData")) {
        for (const XmlElement* element : children(*data, "DataArray")) {
            const auto tuples = numbers<int, 1>(*element, "NumberOfTuples").value_or(std::array{1});
            if (element->attribute("Name") == "TimeValue" && tuples == std::array{1}) {
                return array_of(*element, Location::cell);
            }
        }
    }
    return {};
}

std::int64_t Document::begin_of_appended(const std::string& offset) const
{
    std::string_view text{offset};
    const auto bytes = take_number<std::int64_t>(text);
    const auto file_bytes = static_cast<std::int64_t>(std::filesystem::file_size(path_));
    if (!bytes || !text.empty() || appended_ <= 0 || *bytes < 0 || *bytes >= file_bytes) {
        report_damaged_header("an array lies beyond the end");
    }
    return appended_ + *bytes;
}

}  // namespace tobiuo::vti
