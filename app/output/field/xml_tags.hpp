// SPDX-License-Identifier: BSD-3-Clause
// The tags of an XML file as a tree, within bounds that no reasonable file exceeds.
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
    std::int64_t content{};  ///< the byte of the file after its start tag
    /// The byte of its first character that is neither white space nor a child's; 0 if it has none.
    std::int64_t text{};
    /// Whether its text is one run of bytes of the file, up to the next tag: no references, no
    /// CDATA section, and nothing between two parts of it.
    bool plain = true;

    /// The value of an attribute; empty if it does not exist.
    [[nodiscard]] std::string attribute(std::string_view key) const;
};

/// Limits of a tree; a file that exceeds one is refused as soon as that is known.
inline constexpr std::size_t most_xml_levels = 16;
inline constexpr std::size_t most_xml_attributes = 64;
inline constexpr std::int64_t most_xml_tag_bytes = 64 << 10;  ///< size of one tag or comment
inline constexpr std::int64_t most_xml_tags_bytes = 1 << 20;  ///< size of all start tags together

/// Reads the root element. Text between tags is skipped, and so is everything after the start tag
/// called `last`, which need not be XML; elements that are open there end there. The time is linear
/// in the bytes read, and the memory is bounded by the limits above. Throws std::runtime_error
/// whose text is a part of a sentence ("mismatched tag in line 3"): malformed XML, a document type
/// (it is not needed, and entities can grow without bound), or an exceeded limit.
[[nodiscard]] XmlElement read_xml_tags(const std::filesystem::path& path, std::string_view last);

/// The text of the element whose content starts at the byte `content`, in UTF-8: references are
/// replaced by what they stand for, and comments and children left out. It takes as much memory as
/// the text has bytes. Throws as read_xml_tags() does.
[[nodiscard]] std::string read_xml_text(const std::filesystem::path& path, std::string_view last,
                                        std::int64_t content);

}  // namespace tobiuo
