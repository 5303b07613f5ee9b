// VTK's XML parser builds the tree; it is walked here instead of by VTK's reader, which crashes on
// some damaged files and allocates whatever others ask for.
#include "app/fields/vti_document.hpp"

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

#include "app/fields/vtk_messages.hpp"
#include "solvers/grid.hpp"

namespace tobiuo::vti {
namespace {

/// The children of `parent` called `name`.
std::vector<vtkXMLDataElement*> children(vtkXMLDataElement& parent, std::string_view name)
{
    std::vector<vtkXMLDataElement*> found;
    for (int i = 0; i < parent.GetNumberOfNestedElements(); ++i) {
        vtkXMLDataElement* child = parent.GetNestedElement(i);
        if (child->GetName() == name) {
            found.push_back(child);
        }
    }
    return found;
}

vtkXMLDataElement& only_child(vtkXMLDataElement& parent, const char* name)
{
    const auto found = children(parent, name);
    if (found.size() != 1) {
        report_damaged_header("it has " + std::to_string(found.size()) + " elements <" + name +
                              ">");
    }
    return *found.front();
}

/// The number at the start of `text`, which moves behind it and the white space there.
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

std::string attribute(vtkXMLDataElement& element, const char* name)
{
    const char* value = element.GetAttribute(name);
    return value == nullptr ? "" : value;
}

template <typename Number, std::size_t count>
std::optional<std::array<Number, count>> numbers(vtkXMLDataElement& element, const char* name)
{
    const std::string value = attribute(element, name);
    if (value.empty()) {
        return {};
    }
    std::string_view text{value};
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    std::array<Number, count> all{};
    for (Number& number : all) {
        const auto taken = take_number<Number>(text);
        if (!taken) {
            report_damaged_header(std::string{name} + " is '" + value + "'");
        }
        number = *taken;
    }
    if (!text.empty()) {
        report_damaged_header(std::string{name} + " is '" + value + "'");
    }
    return all;
}

template std::optional<std::array<int, 1>> numbers(vtkXMLDataElement&, const char*);
template std::optional<std::array<int, 6>> numbers(vtkXMLDataElement&, const char*);
template std::optional<std::array<double, 3>> numbers(vtkXMLDataElement&, const char*);
template std::optional<std::array<double, 9>> numbers(vtkXMLDataElement&, const char*);

Document::Document(const std::filesystem::path& path)
    : path_{path}, parser_{vtkSmartPointer<vtkXMLDataParser>::New()}
{
    const VtkMessages messages;
    std::ifstream file{path, std::ios::binary};
    parser_->SetStream(&file);
    parser_->SetIgnoreCharacterData(1);
    const bool parsed = parser_->Parse() == 1;
    parser_->SetStream(nullptr);
    if (!parsed || messages.any() || parser_->GetRootElement() == nullptr) {
        report_damaged_header(messages.first());
    }
    const auto appended = children(*parser_->GetRootElement(), "AppendedData");
    appended_as_base64_ = !appended.empty() && attribute(*appended.front(), "encoding") != "raw";
}

Storage Document::storage() const
{
    vtkXMLDataElement& root = *parser_->GetRootElement();
    const std::string byte_order = attribute(root, "byte_order");
    if (byte_order != "LittleEndian" && byte_order != "BigEndian") {
        report_damaged_header("it names no byte order");
    }
    std::string header_type = attribute(root, "header_type");
    if (header_type.empty() && attribute(root, "version") == "0.1") {
        header_type = "UInt32";  // version 0.1 knew nothing else
    }
    if (header_type != "UInt32" && header_type != "UInt64") {
        report_damaged_header("it names no header type");
    }
    return {.big_endian = byte_order == "BigEndian",
            .word_bytes = header_type == "UInt64" ? 8U : 4U,
            .compressor = attribute(root, "compressor")};
}

vtkXMLDataElement& Document::image() const
{
    return only_child(*parser_->GetRootElement(), "ImageData");
}

vtkXMLDataElement& Document::piece() const
{
    if (const auto pieces = children(image(), "Piece"); pieces.size() > 1) {
        throw std::runtime_error{"the file holds its grid in " + std::to_string(pieces.size()) +
                                 " pieces: write it in one"};
    }
    return only_child(image(), "Piece");
}

std::vector<ArrayInfo> Document::arrays() const
{
    std::vector<ArrayInfo> arrays;
    for (vtkXMLDataElement* data : children(piece(), "CellData")) {
        add_arrays(*data, Location::cell, arrays);
    }
    for (vtkXMLDataElement* data : children(piece(), "PointData")) {
        add_arrays(*data, Location::node, arrays);
    }
    return arrays;
}

void Document::add_arrays(vtkXMLDataElement& data, Location location,
                          std::vector<ArrayInfo>& arrays) const
{
    for (int i = 0; i < data.GetNumberOfNestedElements(); ++i) {
        vtkXMLDataElement& element = *data.GetNestedElement(i);
        ArrayInfo array{.name = attribute(element, "Name"),
                        .location = location,
                        .type = attribute(element, "type"),
                        .components = 1,
                        .format = Format::ascii};
        if (!is_known_type(array.type)) {
            report_damaged_header("array '" + array.name + "' has no known type");
        }
        if (const auto components = numbers<int, 1>(element, "NumberOfComponents")) {
            array.components = components->front();
        }
        if (const std::string offset = attribute(element, "offset"); !offset.empty()) {
            array.format = appended_as_base64_ ? Format::base64 : Format::raw;
            array.begin = begin_of_appended(offset);
        } else {
            const bool is_binary = attribute(element, "format") == "binary";
            array.format = is_binary ? Format::base64 : Format::ascii;
            array.begin = begin_of_inline(element);
        }
        arrays.push_back(std::move(array));
    }
}

std::int64_t Document::begin_of_appended(const std::string& offset) const
{
    std::string_view text{offset};
    const auto bytes = take_number<std::int64_t>(text);
    const std::int64_t data = parser_->GetAppendedDataPosition();
    const auto file_bytes = static_cast<std::int64_t>(std::filesystem::file_size(path_));
    if (!bytes || !text.empty() || data <= 0 || *bytes < 0 || *bytes >= file_bytes) {
        report_damaged_header("an array lies beyond the end");
    }
    return data + *bytes;
}

std::int64_t Document::begin_of_inline(vtkXMLDataElement& element) const
{
    std::ifstream file{path_, std::ios::binary};
    file.seekg(element.GetXMLByteIndex());
    char quote = 0;  // that an attribute's value is in
    for (char c = 0; file.get(c) && (c != '>' || quote != 0);) {
        if (quote == 0 && (c == '"' || c == '\'')) {
            quote = c;
        } else if (c == quote) {
            quote = 0;
        }
    }
    file >> std::ws;
    const std::int64_t begin = file.tellg();
    if (begin < 0) {
        report_damaged_header("an array lies beyond the end");
    }
    return begin;
}

}  // namespace tobiuo::vti
