// Text as a part of an XML file.
#pragma once

#include <string>
#include <string_view>

namespace tobiuo {

/// `text` escaped for a double-quoted XML attribute.
[[nodiscard]] std::string xml_escaped(std::string_view text);

}  // namespace tobiuo
