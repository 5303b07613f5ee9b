// Text as a part of an XML file.
#pragma once

#include <string>
#include <string_view>

namespace tobiuo {

/// `text` escaped for a double-quoted XML attribute. What no XML file can hold, bytes that are not
/// UTF-8 and control characters, is written as its number: "\xe9".
[[nodiscard]] std::string xml_escaped(std::string_view text);

}  // namespace tobiuo
