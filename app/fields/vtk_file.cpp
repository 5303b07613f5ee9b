// Looks at the tags of a VTK XML file in front of its data, and at the closing one.
#include "app/fields/vtk_file.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <initializer_list>
#include <string_view>
#include <system_error>
#include <vector>

namespace tobiuo {
namespace {

/// The tags of any sane header fit in this many bytes; appended data end the look anyway.
constexpr std::streamoff head_bytes = 1 << 20;
/// The closing tag and the white space that editors leave behind it.
constexpr std::streamoff tail_bytes = 64;
constexpr auto none = std::string_view::npos;

/// At most `count` bytes from `offset`, counted from the end if it is negative.
std::string bytes_of(const std::filesystem::path& path, std::streamoff offset, std::streamoff count)
{
    std::ifstream file{path, std::ios::binary};
    file.seekg(0, std::ios::end);
    const std::streamoff size = file.tellg();
    if (!file || size <= 0 || offset >= size) {
        return {};
    }
    const std::streamoff start = offset < 0 ? std::max<std::streamoff>(0, size + offset) : offset;
    std::string bytes(static_cast<std::size_t>(std::min(count, size - start)), '\0');
    file.seekg(start);
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    return bytes;
}

/// `<name attributes>`, a slash and all, without the brackets.
struct Tag {
    std::string_view text;

    [[nodiscard]] bool closes() const { return text.starts_with('/'); }
    [[nodiscard]] bool is_empty_element() const { return text.ends_with('/'); }
    [[nodiscard]] std::string_view name() const
    {
        const std::string_view bare = text.substr(closes() ? 1 : 0);
        return bare.substr(0, bare.find_first_of(" \t\r\n/"));
    }
    [[nodiscard]] std::string_view attribute(std::string_view key) const
    {
        const std::string start = std::string{' '}.append(key).append("=");
        const auto at = text.find(start);
        if (at == none || at + start.size() >= text.size()) {
            return {};
        }
        const std::string_view rest = text.substr(at + start.size() + 1);
        return rest.substr(0, rest.find(text[at + start.size()]));
    }
};

/// The next tag of `xml`, which moves behind it; an empty one at the end.
Tag next_tag(std::string_view& xml)
{
    const auto start = xml.find('<');
    const auto end = start == none ? none : xml.find('>', start);
    if (end == none) {
        return {};
    }
    const Tag tag{xml.substr(start + 1, end - start - 1)};
    xml.remove_prefix(end + 1);
    return tag;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
}

/// What is wrong with one tag by itself.
std::string damage_of(const Tag& tag)
{
    if (tag.name() == "VTKFile") {
        if (!is_one_of(tag.attribute("byte_order"), {"LittleEndian", "BigEndian"})) {
            return "it names no byte order";
        }
        const bool needs_header_type = tag.attribute("version") != "0.1";  // 0.1 knew UInt32 only
        if (needs_header_type && !is_one_of(tag.attribute("header_type"), {"UInt32", "UInt64"})) {
            return "it names no header type";
        }
    }
    if (is_one_of(tag.name(), {"DataArray", "Array"}) &&
        !is_one_of(tag.attribute("type"),
                   {"Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64",
                    "Float32", "Float64", "String", "Bit"})) {
        return "an array has no known type";
    }
    return {};
}

/// What the tags in front of the data say about where compressed arrays begin.
struct AppendedArrays {
    bool compressed = false;
    std::streamoff word_bytes = 4;  ///< of the numbers in front of an array
    std::vector<std::streamoff>
        offsets;  ///< from the underscore on; arrays without values left out

    void add(const Tag& tag)
    {
        if (tag.name() == "VTKFile") {
            compressed = !tag.attribute("compressor").empty();
            word_bytes = tag.attribute("header_type") == "UInt64" ? 8 : 4;
        }
        const std::string_view text = tag.attribute("offset");
        std::streamoff offset = 0;
        const auto end = std::from_chars(text.data(), text.data() + text.size(), offset);
        if (end.ec == std::errc{} && offset >= 0 && tag.attribute("NumberOfTuples") != "0") {
            offsets.push_back(offset);
        }
    }
};

bool all_zero(std::string_view bytes)
{
    return bytes.find_first_not_of('\0') == none;
}

/// Each compressed array starts with its number of blocks and their size, in either byte order.
std::string damage_of_blocks(const std::filesystem::path& path, const AppendedArrays& arrays,
                             std::streamoff data)
{
    const auto word = static_cast<std::size_t>(arrays.word_bytes);
    for (const std::streamoff offset : arrays.offsets) {
        const std::string words = bytes_of(path, data + offset, 2 * arrays.word_bytes);
        if (words.size() < 2 * word) {
            return "an array lies beyond the end";
        }
        const std::string_view view{words};
        if (all_zero(view.substr(0, word)) || all_zero(view.substr(word))) {
            return "a compressed array has no blocks";
        }
    }
    return {};
}

}  // namespace

std::string vtk_file_type(const std::filesystem::path& path)
{
    const std::string head = bytes_of(path, 0, head_bytes);
    std::string_view xml{head};
    for (Tag tag = next_tag(xml); !tag.text.empty(); tag = next_tag(xml)) {
        if (tag.name() == "VTKFile") {
            return std::string{tag.attribute("type")};
        }
    }
    return {};
}

std::string vtk_file_damage(const std::filesystem::path& path)
{
    const std::string head = bytes_of(path, 0, head_bytes);
    std::string_view xml{head};
    std::vector<std::string_view> open;
    AppendedArrays arrays;
    for (Tag tag = next_tag(xml); !tag.text.empty(); tag = next_tag(xml)) {
        if (tag.name() == "AppendedData" && !tag.closes()) {
            const auto mark = xml.find('_');
            if (!arrays.compressed || tag.attribute("encoding") != "raw" || mark == none) {
                return {};
            }
            const std::size_t data = head.size() - xml.size() + mark + 1;
            return damage_of_blocks(path, arrays, static_cast<std::streamoff>(data));
        }
        if (tag.text.starts_with('?') || tag.text.starts_with('!')) {
            continue;
        }
        arrays.add(tag);
        if (tag.closes()) {
            if (open.empty() || open.back() != tag.name()) {
                return "its tags do not match";
            }
            open.pop_back();
        } else if (std::string damage = damage_of(tag); !damage.empty()) {
            return damage;
        } else if (!tag.is_empty_element()) {
            open.push_back(tag.name());
        }
    }
    return {};
}

bool vtk_file_is_whole(const std::filesystem::path& path)
{
    const std::string tail = bytes_of(path, -tail_bytes, tail_bytes);
    const auto last = tail.find_last_not_of(" \t\r\n");
    return last != std::string::npos && tail.substr(0, last + 1).ends_with("</VTKFile>");
}

}  // namespace tobiuo
