// SPDX-License-Identifier: BSD-3-Clause
// Examines the tags of a VTK XML file before its data, and the closing tag.
#include "app/output/field/vtk_file.hpp"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <ios>
#include <string_view>

namespace tobiuo {
namespace {

/// The tags of any reasonable header fit in this many bytes; appended data end the search anyway.
constexpr std::streamoff head_bytes = 1 << 20;
/// Bytes of the closing tag and of what editors leave after it: white space, perhaps a comment.
constexpr std::streamoff tail_bytes = 4096;
constexpr auto none = std::string_view::npos;

/// At most `count` bytes from `offset`, which is counted from the end if it is negative.
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

/// The text of a tag `<name attributes>`, perhaps with a slash, without the brackets.
struct Tag {
    std::string_view text;

    [[nodiscard]] std::string_view name() const
    {
        return text.substr(0, text.find_first_of(" \t\r\n/"));
    }
    [[nodiscard]] std::string_view attribute(std::string_view key) const
    {
        const std::string start = std::string{key}.append("=");
        const auto at = text.find(start);
        if (at == none || at + start.size() >= text.size()) {
            return {};
        }
        const std::string_view rest = text.substr(at + start.size() + 1);
        return rest.substr(0, rest.find(text[at + start.size()]));
    }
};

std::string_view without_space(std::string_view text)
{
    return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

/// Removes the next tag from `xml` and returns it; an empty tag at the end.
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

bool vtk_file_is_whole(const std::filesystem::path& path)
{
    constexpr std::string_view closing = "</VTKFile";
    const std::string tail = bytes_of(path, -tail_bytes, tail_bytes);
    const auto last = tail.rfind(closing);
    if (last == std::string::npos) {
        return false;
    }
    std::string_view rest = without_space(std::string_view{tail}.substr(last + closing.size()));
    if (!rest.starts_with('>')) {
        return false;
    }
    rest = without_space(rest.substr(1));
    while (!rest.empty()) {
        const std::string_view end = rest.starts_with("<!--") ? "-->" : "?>";
        const auto at = rest.find(end);
        if ((!rest.starts_with("<!--") && !rest.starts_with("<?")) || at == none) {
            return false;
        }
        rest = without_space(rest.substr(at + end.size()));
    }
    return true;
}

}  // namespace tobiuo
