// The tags of an XML file as a tree, within bounds that no sane file meets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tobiuo {

struct XmlElement {
    std::string name;
    std::vector<std::pair<std::string, std::string>> attributes;
    std::vector<XmlElement> children;
    std::int64_t content{};  ///< the byte of the file behind its start tag

    /// Empty if it is not there.
    [[nodiscard]] std::string attribute(std::string_view key) const;
};

/// What a tree may have; a file beyond them is refused as soon as that shows.
inline constexpr std::size_t most_xml_levels = 16;
inline constexpr std::size_t most_xml_attributes = 64;
inline constexpr std::int64_t most_xml_tag_bytes = 64 << 10;  ///< of one tag or comment
inline constexpr std::int64_t most_xml_tags_bytes = 1 << 20;  ///< of all start tags together

/// The root element. Text between tags is passed over, and so is everything behind the start tag
/// called `last`, which need be no XML; elements that are open there end there. The time is linear
/// in the bytes read, the memory bounded by the limits above. Throws std::runtime_error whose text
/// says what is wrong, as a part of a sentence ("mismatched tag in line 3"): bad XML, a document
/// type (nothing of it is needed, and entities can grow without bound), too deep, too long, too
/// many.
[[nodiscard]] XmlElement read_xml_tags(const std::filesystem::path& path, std::string_view last);

}  // namespace tobiuo
