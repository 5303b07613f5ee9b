// Walks the tree of tags itself: VTK's reader crashes on some damaged files, and for others it
// allocates whatever they ask for.
#include "app/output/field/vti_document.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <ios>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "solvers/grid.hpp"

namespace tobiuo::vti {
namespace {

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
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    if (result.ec != std::errc{}) {
        return {};
    }
    text.remove_prefix(static_cast<std::size_t>(result.ptr - text.data()));
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return number;
}

[[noreturn]] void report_numbers(const char* name, const std::string& value)
{
    constexpr std::size_t enough_to_find_it = 60;
    report_damaged_header(std::string{name} + " is '" + value.substr(0, enough_to_find_it) + "'");
}

bool is_known_type(const std::string& type)
{
    static const auto known = {"Int8",  "UInt8",  "Int16",   "UInt16",  "Int32",  "UInt32",
                               "Int64", "UInt64", "Float32", "Float64", "String", "Bit"};
    return std::ranges::find(known, type) != known.end();
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
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
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
    constexpr std::string_view appended_data = "AppendedData";
    try {
        root_ = read_xml_tags(path, appended_data);
    } catch (const std::runtime_error& error) {
        report_damaged_header(error.what());
    }
    if (const auto found = children(root_, appended_data); !found.empty()) {
        appended_as_base64_ = found.front()->attribute("encoding") != "raw";
        find_appended(found.front()->content);
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

Storage Document::storage() const
{
    const std::string byte_order = root_.attribute("byte_order");
    if (byte_order != "LittleEndian" && byte_order != "BigEndian") {
        report_damaged_header("it names no byte order");
    }
    std::string header_type = root_.attribute("header_type");
    if (header_type.empty() && root_.attribute("version") == "0.1") {
        header_type = "UInt32";  // the only type in version 0.1
    }
    if (header_type != "UInt32" && header_type != "UInt64") {
        report_damaged_header("it names no header type");
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

const XmlElement& Document::piece() const
{
    if (const auto found = pieces(); found.size() > 1) {
        throw std::runtime_error{"the file holds its grid in " + std::to_string(found.size()) +
                                 " pieces: write it in one"};
    }
    return only_child(grid(), "Piece");
}

std::vector<const XmlElement*> Document::pieces() const
{
    return children(grid(), "Piece");
}

std::vector<ArrayInfo> Document::coordinates() const
{
    std::vector<ArrayInfo> arrays;
    add_arrays(only_child(piece(), "Coordinates"), Location::node, arrays);
    return arrays;
}

std::vector<ArrayInfo> Document::arrays() const
{
    const XmlElement& parent = is_index() ? grid() : piece();
    const std::string prefix = is_index() ? "P" : "";
    std::vector<ArrayInfo> arrays;
    for (const XmlElement* data : children(parent, prefix + "CellData")) {
        add_arrays(*data, Location::cell, arrays);
    }
    for (const XmlElement* data : children(parent, prefix + "PointData")) {
        add_arrays(*data, Location::node, arrays);
    }
    return arrays;
}

void Document::add_arrays(const XmlElement& data, Location location,
                          std::vector<ArrayInfo>& arrays) const
{
    constexpr std::size_t most_arrays = 256;  // the table of blocks of each array is read
    for (const XmlElement& element : data.children) {
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
        report_damaged_header("array '" + array.name + "' has no known type");
    }
    if (const auto components = numbers<int, 1>(element, "NumberOfComponents")) {
        array.components = components->front();
    }
    if (const std::string offset = element.attribute("offset"); !offset.empty()) {
        array.format = appended_as_base64_ ? Format::base64 : Format::raw;
        array.begin = begin_of_appended(offset);
    } else {
        const bool is_binary = element.attribute("format") == "binary";
        array.format = is_binary ? Format::base64 : Format::ascii;
        array.begin = begin_of_inline(element);
    }
    return array;
}

std::optional<ArrayInfo> Document::time() const
{
    for (const XmlElement* data : children(grid(), "FieldData")) {
        for (const XmlElement* element : children(*data, "DataArray")) {
            if (element->attribute("Name") == "TimeValue" &&
                element->attribute("type") == "Float64" &&
                numbers<int, 1>(*element, "NumberOfTuples") == std::array{1}) {
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

std::int64_t Document::begin_of_inline(const XmlElement& element) const
{
    std::ifstream file{path_, std::ios::binary};
    file.seekg(element.content);
    file >> std::ws;
    const std::int64_t begin = file.tellg();
    if (begin < 0) {
        report_damaged_header("an array lies beyond the end");
    }
    return begin;
}

}  // namespace tobiuo::vti
